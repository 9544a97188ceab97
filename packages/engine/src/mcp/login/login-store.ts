import type { OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'

/** What is kept of a person's login at one server; all of it is secret. */
export type StoredLogin = {
  /** The server's address, for whoever lists logins. */
  readonly url: string
  /** What the authorization server knows us as. */
  readonly client?: OAuthClientInformationMixed
  readonly tokens?: OAuthTokens
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt?: number
  /** Where the authorization server is, so that a token can be renewed without asking for it again. */
  readonly discovery?: OAuthDiscoveryState
}

/** Where logins are kept: the system's keychain, or a file that only its owner reads. */
export interface McpLoginStore {
  read(key: string): Promise<StoredLogin | null>
  /** Changes one login in one step, also beside other processes; null removes it. */
  change(key: string, change: (login: StoredLogin | null) => StoredLogin | null): Promise<void>
  /** The keys of all logins. */
  list(): Promise<readonly string[]>
}

/** A store that forgets everything with its process. */
export function createMemoryLogins(): McpLoginStore {
  const logins = new Map<string, StoredLogin>()
  return {
    read: async key => logins.get(key) ?? null,
    async change(key, change) {
      const next = change(logins.get(key) ?? null)
      if (next === null) logins.delete(key)
      else logins.set(key, next)
    },
    list: async () => [...logins.keys()],
  }
}
