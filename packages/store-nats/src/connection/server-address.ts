import { TranscriptError } from '@antiphon/transcript'

/** Where the logs are, and by what a person is known there. */
export type NatsAddress = {
  /** For the client: `host:port` each. */
  readonly servers: readonly string[]
  /** Without credentials: for people. */
  readonly name: string
  /** The beginning of all names that the store uses on the server. */
  readonly space: string
  readonly login: NatsLogin
  readonly tls: NatsTls | null
  /** Of an account whose JetStream is another cluster's. */
  readonly domain: string | null
  /** Addresses of the servers' monitoring, which alone tells whether they sync. */
  readonly monitors: readonly string[]
  /** How many servers keep each log; as many as there are, three at most, unless told. */
  readonly replicas: number | null
}

export type NatsLogin = {
  readonly user: string | null
  readonly password: string | null
  readonly token: string | null
  /** Paths: a credentials file of an operator's account, or a file that holds the seed of an NKEY. */
  readonly credentials: string | null
  readonly nkey: string | null
}

/** Paths of PEM files; what the system trusts unless told. */
export type NatsTls = {
  readonly authority: string | null
  readonly certificate: string | null
  readonly key: string | null
}

/** A URL taken apart; what it leaves out comes from the variables that the `nats` program knows. */
export function readAddress(url: string, env: Readonly<Record<string, string | undefined>>): NatsAddress {
  const parts = URL_PARTS.exec(url)
  if (!parts?.groups)
    throw new TranscriptError('io', `${hideSecrets(url)} names no store. Write nats://user@host/team.`)
  const { scheme = '', login = '', hosts = '', place = '', query = '' } = parts.groups
  const wishes = new URLSearchParams(query)
  const find = (wish: string): string | null => wishes.get(wish) || env[VARIABLES[wish] ?? ''] || null
  const space = decode(place) || DEFAULT_SPACE
  if (!/^[\w-]{1,64}$/.test(space))
    throw new TranscriptError(
      'io',
      `${JSON.stringify(space)} cannot name a place on the server: use letters, digits, _ and -.`,
    )
  const servers = (hosts || 'localhost').split(',').map(host => (/:\d+$/.test(host) ? host : `${host}:4222`))
  const isSecure = scheme === 'tls' || wishes.get('tls') === 'true'
  const files = { authority: find('tlsca'), certificate: find('tlscert'), key: find('tlskey') }
  return {
    ...{ servers, space, name: `${servers.join()}/${space}` },
    login: { ...readLogin(login, find), credentials: find('creds'), nkey: find('nkey') },
    tls: isSecure || Object.values(files).some(Boolean) ? files : null,
    domain: find('domain'),
    monitors: (find('monitor') ?? '').split(',').filter(Boolean),
    replicas: readReplicas(find('replicas')),
  }
}

const URL_PARTS =
  /^(?<scheme>nats|tls):\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#]*)(?:\/(?<place>[^?#]*))?(?:\?(?<query>[^#]*))?$/

const DEFAULT_SPACE = 'antiphon'

const VARIABLES: Readonly<Record<string, string>> = {
  user: 'NATS_USER',
  password: 'NATS_PASSWORD',
  token: 'NATS_TOKEN',
  creds: 'NATS_CREDS',
  nkey: 'NATS_NKEY',
  tlsca: 'NATS_CA',
  tlscert: 'NATS_CERT',
  tlskey: 'NATS_KEY',
  domain: 'NATS_DOMAIN',
  monitor: 'NATS_MONITOR',
}

const SECRET_WISHES: ReadonlySet<string> = new Set(['password', 'token'])

/** The variables that say what an address leaves out, without those that hold a secret. */
export const NATS_VARIABLES: readonly string[] = Object.entries(VARIABLES).flatMap(([wish, variable]) =>
  SECRET_WISHES.has(wish) ? [] : [variable],
)

function readLogin(
  login: string,
  find: (wish: string) => string | null,
): Pick<NatsLogin, 'user' | 'password' | 'token'> {
  const [user = '', password] = login.split(':', 2).map(decode)
  return {
    user: user || find('user'),
    password: password ?? find('password'),
    token: find('token'),
  }
}

function readReplicas(text: string | null): number | null {
  if (text === null) return null
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= 5) return count
  throw new TranscriptError('io', `replicas=${text} is no number from 1 to 5.`)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** True for what names a NATS server, whether or not it is there. */
export function isStoreUrl(text: string): boolean {
  return URL_PARTS.test(text)
}

/** A URL for messages and logs: without the password, wherever it stands. */
export function hideSecrets(url: string): string {
  return url.replace(/(:\/\/[^/?#@:]*):[^/?#]*@/, '$1@').replace(/([?&](?:password|token)=)[^&#]*/gi, '$1…')
}
