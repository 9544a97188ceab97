import { randomBytes } from 'node:crypto'
import {
  auth,
  discoverOAuthProtectedResourceMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/sdk/client/auth.js'
import {
  type AuthorizationServerMetadata,
  OAuthMetadataSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { untilAborted } from '../../process/wait-at-most.ts'
import type { McpRemoteConfig } from '../mcp-config.ts'
import { createLoginProvider, type LoginVisit } from './create-login-provider.ts'
import { describeLoginFailure } from './describe-login-failure.ts'
import { type LoginCallback, type LoginReply, openLoginCallback } from './login-callback.ts'
import { joinScopes, type LoginChallenge, readLoginChallenge } from './login-challenge.ts'
import { createLoginFetch, type Fetch } from './login-fetch.ts'
import { toLoginKey } from './login-key.ts'
import type { McpLoginStore, StoredLogin } from './login-store.ts'

/** A person's login at one server. */
export interface ServerLogin {
  /** The same fetch, with the login; one that is about to end is renewed without anybody noticing. */
  authorize(fetch: Fetch): Fetch
  /** What the server wants that only a person can give; null where nothing is wanting. */
  wanting(): LoginChallenge | null
  /** Has a person log in; throws in words without secrets. */
  login(way: LoginWay): Promise<void>
  /** Takes the address that a browser elsewhere ended at; throws where no login waits for it. */
  receive(address: string): void
  /** Forgets the login here, and asks the authorization server to do so. */
  logout(): Promise<boolean>
}

/** How a person is shown where to log in. */
export type LoginWay = {
  /** Shows a link; false where the person does not want that. */
  readonly show: (link: string) => Promise<boolean> | boolean
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

type ServerLoginOptions = {
  readonly name: string
  readonly config: McpRemoteConfig
  readonly store: McpLoginStore
}

/** The login at a server of the configuration. */
export function createServerLogin({ name, config, store }: ServerLoginOptions): ServerLogin {
  const { url, headers, oauth = {} } = config
  const server = new URL(url)
  const key = toLoginKey(name, url)
  let challenge: LoginChallenge | null = null
  let renewing: Promise<string | null> | null = null
  let callback: LoginCallback | null = null
  let waitingFor: AbortController | null = null
  // A keychain is a program: it is asked again when the server says that something has changed.
  let known: StoredLogin | null | undefined

  async function read(): Promise<StoredLogin | null> {
    known = await store.read(key)
    return known
  }

  function createProvider(visit: LoginVisit | null, stored: StoredLogin | null): OAuthClientProvider {
    return createLoginProvider({ key, url, store, config: oauth, visit }, stored)
  }

  /** A token that works longer than the one that was used; null where only a person can give one. */
  async function renew(used: string | null): Promise<string | null> {
    const stored = await read()
    if (stored?.tokens && stored.tokens.access_token !== used) return stored.tokens.access_token
    if (oauth.grant !== 'client_credentials' && !stored?.tokens?.refresh_token) return null
    const fetchFn = createLoginFetch({ server, headers, signal: AbortSignal.timeout(RENEW_MS) })
    try {
      await auth(createProvider(null, stored), {
        serverUrl: server,
        fetchFn,
        ...toAsked(challenge, oauth.scopes),
      })
    } catch {
      // Somebody else may have renewed it at the same moment: a refresh token often counts once.
      await new Promise(resolve => setTimeout(resolve, OTHERS_MS))
    }
    const now = (await read())?.tokens?.access_token ?? null
    return now === used ? null : now
  }

  function renewOnce(used: string | null): Promise<string | null> {
    renewing ??= renew(used).finally(() => {
      renewing = null
    })
    return renewing
  }

  async function current(): Promise<string | null> {
    const stored = known === undefined ? await read() : known
    const used = stored?.tokens?.access_token ?? null
    const isEnding = (stored?.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now() < EARLY_MS
    return used !== null && isEnding ? ((await renewOnce(used)) ?? used) : used
  }

  async function login({ show, signal, timeoutMs = LOGIN_MS }: LoginWay): Promise<void> {
    waitingFor?.abort(new Error('another login has begun'))
    const own = new AbortController()
    waitingFor = own
    const limit = AbortSignal.any([signal, own.signal, AbortSignal.timeout(timeoutMs)])
    const stored = await read()
    const fetchFn = createLoginFetch({ server, headers, signal: limit })
    const wanted = challenge ?? (await probe(fetchFn, server))
    const back = await openCallback(stored, limit)
    callback = back
    const state = randomBytes(32).toString('base64url')
    const granted = wanted.isStepUp ? stored?.tokens?.scope : undefined
    const asked = { serverUrl: server, fetchFn, ...toAsked(wanted, joinScopes(oauth.scopes, granted)) }
    let link: URL | null = null
    const onLink = (made: URL): void => {
      link = made
    }
    // A registration is bound to the place that a browser comes back to.
    const isBound = oauth.clientId !== undefined || readRedirects(stored).includes(back.redirectUrl)
    try {
      const discovery = await readGivenServer(oauth.authServerMetadataUrl, fetchFn)
      const visit = { redirectUrl: back.redirectUrl, state, onLink, discovery }
      const provider = createProvider(visit, isBound || !stored ? stored : withoutClient(stored))
      const waiting = back.wait(state)
      waiting.catch(() => undefined)
      if ((await auth(provider, asked)) === 'AUTHORIZED') return
      if (link === null || !(await untilAborted(ask(show, link), limit)))
        throw new Error('the person did not log in')
      const reply = await waiting
      const metadata = (await provider.discoveryState?.())?.authorizationServerMetadata
      if (!isOfIssuer(reply, metadata))
        throw new Error('another authorization server answered than the one that was asked')
      await auth(provider, { ...asked, authorizationCode: reply.code })
    } catch (error) {
      if (limit.aborted && !signal.aborted && !own.signal.aborted)
        throw new Error(`nobody logged in within ${timeoutMs / 60_000} minutes`)
      const { tokens, client } = stored ?? {}
      const secrets = [
        tokens?.access_token,
        tokens?.refresh_token,
        client?.client_secret,
        oauth.clientSecret,
        state,
      ]
      throw new Error(describeLoginFailure(error, secrets))
    } finally {
      back.close()
      if (callback === back) callback = null
      known = undefined
    }
    challenge = null
  }

  async function openCallback(stored: StoredLogin | null, signal: AbortSignal): Promise<LoginCallback> {
    const { callbackPort } = oauth
    if (callbackPort !== undefined)
      return openLoginCallback({ port: callbackPort, host: 'localhost', signal })
    const [known] = readRedirects(stored)
    const port = known === undefined ? null : Number(new URL(known).port)
    return openLoginCallback({ port, host: '127.0.0.1', signal }).catch(error => {
      if (port === null) throw error
      return openLoginCallback({ port: null, host: '127.0.0.1', signal })
    })
  }

  return {
    authorize: fetch => async (place, init) => {
      if (new URL(place).origin !== server.origin) return fetch(place, init)
      const used = (await current()) ?? (oauth.grant === 'client_credentials' ? await renewOnce(null) : null)
      const response = await fetch(place, withToken(init, used))
      const asks = readLoginChallenge(response)
      if (!asks) {
        if (response.ok && challenge?.isStepUp === false) challenge = null
        return response
      }
      challenge = asks
      const renewed = asks.isStepUp ? null : await renewOnce(used)
      if (renewed === null) return response
      await response.body?.cancel()
      const second = await fetch(place, withToken(init, renewed))
      challenge = readLoginChallenge(second)
      return second
    },
    wanting: () => challenge,
    login,
    receive(address) {
      if (!callback) throw new Error(`No login at ${name} waits for an answer.`)
      callback.receive(address)
    },
    async logout() {
      const stored = await read()
      await store.change(key, () => null)
      known = null
      challenge = null
      if (stored)
        await revoke(stored, createLoginFetch({ server, headers: {}, signal: AbortSignal.timeout(RENEW_MS) }))
      return stored !== null
    },
  }
}

/** As long as a person takes who has to look for their second factor. */
const LOGIN_MS = 300_000
const RENEW_MS = 30_000
/** How long before its end a token is renewed. */
const EARLY_MS = 30_000
const OTHERS_MS = 250

function toAsked(
  challenge: LoginChallenge | null,
  others: string | undefined,
): { readonly scope?: string; readonly resourceMetadataUrl?: URL } {
  const scope = joinScopes(others, challenge?.scope)
  const place = challenge?.resourceMetadataUrl
  return { ...(scope !== undefined && { scope }), ...(place && { resourceMetadataUrl: place }) }
}

/** Asks a server what it wants of somebody who has no login; throws where it wants none. */
async function probe(fetch: Fetch, server: URL): Promise<LoginChallenge> {
  const response = await fetch(server, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  const challenge = readLoginChallenge(response)
  if (challenge) return challenge
  const isOffered = await discoverOAuthProtectedResourceMetadata(server, {}, fetch).then(
    () => true,
    () => false,
  )
  if (!isOffered) throw new Error('it asks for no login')
  return { isStepUp: false, scope: undefined, resourceMetadataUrl: undefined }
}

function withToken(init: RequestInit | undefined, token: string | null): RequestInit {
  const headers = new Headers(init?.headers)
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

/** Whether who answers is who was asked (RFC 9207); one that promises to say it has to. */
function isOfIssuer({ issuer }: LoginReply, metadata: AuthorizationServerMetadata | undefined): boolean {
  if (!metadata) return true
  // Both kinds of metadata may say it; only one of their types knows it.
  const fields: Readonly<Record<string, unknown>> = metadata
  if (issuer === null) return fields.authorization_response_iss_parameter_supported !== true
  return issuer === metadata.issuer
}

/** A browser is given pages only: an authorization server may name anything. */
async function ask(show: LoginWay['show'], link: URL): Promise<boolean> {
  if (link.protocol !== 'https:' && link.protocol !== 'http:')
    throw new Error(`its login is no page: ${link.protocol}`)
  return show(link.href)
}

/** The authorization server of the configuration, for MCP servers that do not name theirs. */
async function readGivenServer(
  place: string | undefined,
  fetch: Fetch,
): Promise<OAuthDiscoveryState | undefined> {
  if (place === undefined) return undefined
  const read = OAuthMetadataSchema.safeParse(await (await fetch(place)).json())
  if (!read.success) throw new Error(`${place} holds no metadata of an authorization server`)
  return { authorizationServerUrl: read.data.issuer, authorizationServerMetadata: read.data }
}

function readRedirects(stored: StoredLogin | null): readonly string[] {
  const client = stored?.client
  return client && 'redirect_uris' in client ? client.redirect_uris : []
}

function withoutClient({ client: _, ...rest }: StoredLogin): StoredLogin {
  return rest
}

/** Tells the authorization server, where it wants to know (RFC 7009); that it does not hear costs nothing here. */
async function revoke({ tokens, client, discovery }: StoredLogin, fetch: Fetch): Promise<void> {
  const metadata = discovery?.authorizationServerMetadata
  const place = metadata && 'revocation_endpoint' in metadata ? metadata.revocation_endpoint : undefined
  const token = tokens?.refresh_token ?? tokens?.access_token
  if (place === undefined || token === undefined || !URL.canParse(String(place))) return
  const body = new URLSearchParams({ token, ...(client && { client_id: client.client_id }) })
  if (client?.client_secret) body.set('client_secret', client.client_secret)
  await fetch(String(place), { method: 'POST', body }).catch(() => undefined)
}
