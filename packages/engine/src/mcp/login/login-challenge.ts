import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js'

/** What a server said when it let somebody in no further. */
export type LoginChallenge = {
  /** Whether there is a login, but not for this. */
  readonly isStepUp: boolean
  readonly scope: string | undefined
  readonly resourceMetadataUrl: URL | undefined
}

/** What an answer asks for; null where it lets us in, or refuses for another reason. */
export function readLoginChallenge(response: Response): LoginChallenge | null {
  if (response.status !== 401 && response.status !== 403) return null
  const { scope, error, resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  const isStepUp = response.status === 403
  if (isStepUp && error !== 'insufficient_scope') return null
  return { isStepUp, scope, resourceMetadataUrl }
}

/** Scopes that have each of both, in their order. */
export function joinScopes(...scopes: readonly (string | undefined)[]): string | undefined {
  const words = new Set(scopes.flatMap(scope => scope?.split(' ').filter(Boolean) ?? []))
  return words.size === 0 ? undefined : [...words].join(' ')
}
