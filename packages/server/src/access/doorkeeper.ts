import { randomBytes } from 'node:crypto'
import { type AccessList, type AccessPerson, findAccessEnd, isTokenOf } from '@antiphon/host'
import type { AuthTokens } from '../guard/auth-tokens.ts'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import type { Caller } from './caller.ts'
import {
  isForwarded,
  isFromHere,
  type ProxyRequest,
  readCallerAddress,
  readProxyIdentity,
  type TrustedProxy,
} from './proxy-identity.ts'
import { createReach } from './reach.ts'

/** Knows who asks: by the link of whoever started the server, by a person's own token, or by a trusted proxy's word. */
export interface Doorkeeper {
  identify(request: ProxyRequest, shown: ShownKeys): Promise<Caller | Refusal>
  /** Exchanges a token for the value of a cookie, which ends with the server and with the person's access. */
  login(token: string, request: ProxyRequest): Promise<string | Refusal>
  /** Whether somebody who was let in still would be. */
  isStillIn(caller: Caller): Promise<boolean>
}

/** What a request brings to be known by. */
export type ShownKeys = { readonly bearer: string | undefined; readonly cookie: string | undefined }

export type DoorkeeperOptions = {
  readonly auth: AuthTokens
  readonly readAccess: () => Promise<AccessList>
  readonly proxy: TrustedProxy | null
  /** Whether the link counts only on this machine: where others reach the server, it would go over their network. */
  readonly isLinkLocal: boolean
  /** Names under which a proxy is reached, in small letters: nobody on this machine needs them. */
  readonly names: readonly string[]
  readonly roots: readonly string[]
}

export function createDoorkeeper(options: DoorkeeperOptions): Doorkeeper {
  const { auth, readAccess, proxy, isLinkLocal, names, roots } = options
  // The token itself is in no cookie; which person's it was is remembered here.
  const cookies = new Map<string, string>()

  const mayUseLink = (request: ProxyRequest): boolean =>
    !isLinkLocal || (isFromHere(request) && !isForwarded(request, names))

  function toCaller(person: AccessPerson, by: Caller['by'], address: string): Caller | Refusal {
    const end = findAccessEnd(person, Date.now())
    if (end !== null) return refuse(401, ENDED[end])
    const { name, role, projects } = person
    return { name, role, by, address, reach: createReach(projects, roots), grant: toGrant(person, by) }
  }

  async function findPerson(isMeant: (person: AccessPerson) => boolean): Promise<AccessPerson | undefined> {
    return (await readAccess()).people.find(isMeant)
  }

  function rememberCookie(tokenHash: string): string {
    const [oldest] = cookies.keys()
    if (cookies.size >= MAX_COOKIES && oldest !== undefined) cookies.delete(oldest)
    const cookie = randomBytes(32).toString('base64url')
    cookies.set(cookie, tokenHash)
    return cookie
  }

  async function identify(request: ProxyRequest, { bearer, cookie }: ShownKeys): Promise<Caller | Refusal> {
    const address = readCallerAddress(request, proxy)
    const told = readProxyIdentity(request, proxy)
    if (isRefusal(told)) return told
    if (told !== null) {
      const person = await findPerson(({ name }) => name === told.name)
      return person ? toCaller(person, 'proxy', address) : refuse(401, UNKNOWN)
    }
    if (auth.isToken(bearer) || auth.isCookie(cookie))
      return mayUseLink(request)
        ? { name: null, role: 'owner', by: 'link', address, reach: createReach(null, roots), grant: '' }
        : refuse(401, ONLY_HERE)
    const known = cookie === undefined ? undefined : cookies.get(cookie)
    const person = await findPerson(
      ({ tokenHash }) =>
        tokenHash !== null && (tokenHash === known || (bearer !== undefined && isTokenOf(bearer, tokenHash))),
    )
    return person ? toCaller(person, 'token', address) : refuse(401)
  }

  return {
    identify,
    async login(token, request) {
      const caller = await identify(request, { bearer: token, cookie: undefined })
      if (isRefusal(caller)) {
        // An invitation is taken once, and so not before it is known where it comes from.
        return mayUseLink(request) && auth.redeem(token) ? auth.cookie : caller
      }
      if (caller.by === 'link') return auth.cookie
      const person = await findPerson(({ name }) => name === caller.name)
      return person?.tokenHash ? rememberCookie(person.tokenHash) : refuse(401)
    },
    async isStillIn({ name, role, reach, by, grant }) {
      if (by === 'link') return true
      const person = await findPerson(one => one.name === name)
      if (!person || findAccessEnd(person, Date.now()) !== null || person.role !== role) return false
      if (toGrant(person, by) !== grant) return false
      return String(createReach(person.projects, roots).projects) === String(reach.projects)
    },
  }
}

/** A token that was taken back is not the one that was given anew, though the name be the same. */
function toGrant({ createdAt, tokenHash }: AccessPerson, by: Caller['by']): string {
  return by === 'token' ? (tokenHash ?? '') : createdAt
}

const MAX_COOKIES = 10_000
const ENDED = {
  expired: 'Your access has expired. Ask whoever runs this window for a new token.',
  revoked: 'Your access was taken back by whoever runs this window.',
}
const UNKNOWN = 'You are not among those who may look in here. Ask whoever runs this window.'
const ONLY_HERE =
  'The link counts only on the machine that the window runs on. Sign in with a token of your own.'
