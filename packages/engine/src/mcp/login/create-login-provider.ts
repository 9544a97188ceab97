import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import type { McpOauthConfig } from '../mcp-config.ts'
import type { McpLoginStore, StoredLogin } from './login-store.ts'

/** A login that only a person can give. */
export class LoginNeededError extends Error {
  override readonly name = 'LoginNeededError'
}

type LoginProviderOptions = {
  readonly key: string
  readonly url: string
  readonly store: McpLoginStore
  readonly config: McpOauthConfig
  /** The person's part; null where nobody is asked and what is stored has to do. */
  readonly visit: LoginVisit | null
}

/** What one login by a person is made of. */
export type LoginVisit = {
  readonly redirectUrl: string
  readonly state: string
  readonly onLink: (link: URL) => void
  /** Where the authorization server is, where the configuration says it. */
  readonly discovery: OAuthDiscoveryState | undefined
}

/** A login as the SDK's flow reads and writes it: one instance a flow, which starts with what is stored. */
export function createLoginProvider(
  options: LoginProviderOptions,
  stored: StoredLogin | null,
): OAuthClientProvider {
  const { key, url, store, config, visit } = options
  const isMachine = config.grant === 'client_credentials'
  let login = stored
  let verifier = ''
  // A person may have been sent elsewhere since: their login asks anew where that is.
  let discovery = visit ? visit.discovery : stored?.discovery

  async function keep(part: Partial<StoredLogin>): Promise<void> {
    await store.change(key, now => {
      login = { ...now, ...part, url }
      return login
    })
  }

  /** Forgets what the server refused, and nothing that another process has got meanwhile. */
  async function forget(isClientToo: boolean): Promise<void> {
    const refused = login
    login = isClientToo ? null : refused && withoutTokens(refused)
    await store.change(key, now => {
      if (!now || now.tokens?.refresh_token !== refused?.tokens?.refresh_token) return now
      return isClientToo ? null : withoutTokens(now)
    })
  }

  return {
    redirectUrl: isMachine ? undefined : (visit?.redirectUrl ?? 'http://127.0.0.1/callback'),
    clientMetadata: toClientMetadata(config, visit),
    ...(config.clientMetadataUrl !== undefined && { clientMetadataUrl: config.clientMetadataUrl }),
    ...(visit && { state: () => visit.state }),
    clientInformation: () => toGivenClient(config, login) ?? login?.client,
    // Nobody is registered anywhere without a person who wants it.
    ...(visit && {
      saveClientInformation: (client: OAuthClientInformationMixed) =>
        // What the configuration holds is only bound to who accepted it first.
        keep({ client: config.clientId === undefined ? client : withoutSecret(client) }),
    }),
    // A person who logs in gives a new login, which may reach further than the old one.
    tokens: () => (visit ? undefined : login?.tokens),
    saveTokens: tokens =>
      keep({
        tokens: {
          ...tokens,
          ...(tokens.scope === undefined &&
            login?.tokens?.scope !== undefined && { scope: login.tokens.scope }),
        },
        expiresAt: tokens.expires_in === undefined ? NEVER : Date.now() + tokens.expires_in * 1_000,
        ...(discovery && { discovery }),
      }),
    redirectToAuthorization(link) {
      if (!visit) throw new LoginNeededError('its login has ended')
      visit.onLink(link)
    },
    saveCodeVerifier(made) {
      verifier = made
    },
    codeVerifier: () => verifier,
    invalidateCredentials: async scope => {
      if (scope === 'discovery') discovery = undefined
      else if (scope !== 'verifier') await forget(scope !== 'tokens')
    },
    ...(isMachine && {
      prepareTokenRequest: (scope?: string) =>
        new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
    }),
    discoveryState: () => discovery,
    saveDiscoveryState(found: OAuthDiscoveryState) {
      discovery = found
    },
  }
}

/** As far as a clock goes. */
const NEVER = Number.MAX_SAFE_INTEGER

function withoutTokens({ tokens: _, expiresAt: __, ...rest }: StoredLogin): StoredLogin {
  return rest
}

/** Who a person made known to the authorization server by hand. */
function toGivenClient(
  { clientId, clientSecret }: McpOauthConfig,
  login: StoredLogin | null,
): OAuthClientInformationMixed | undefined {
  if (clientId === undefined) return undefined
  const { issuer } = login?.client?.client_id === clientId ? login.client : {}
  return {
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    ...(issuer !== undefined && { issuer }),
  }
}

function withoutSecret({ client_id, issuer }: OAuthClientInformationMixed): OAuthClientInformationMixed {
  return { client_id, ...(issuer !== undefined && { issuer }) }
}

function toClientMetadata(config: McpOauthConfig, visit: LoginVisit | null): OAuthClientMetadata {
  return {
    client_name: 'Antiphon',
    redirect_uris: visit ? [visit.redirectUrl] : [],
    grant_types:
      config.grant === 'client_credentials'
        ? ['client_credentials']
        : ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...(config.scopes !== undefined && { scope: config.scopes }),
  }
}
