import { oneLine } from '@antiphon/core/ui'

/**
 * Why a login did not come about, in words without secrets: what an authorization server answered may hold what we sent
 * or what it gave, and is left out.
 */
export function describeLoginFailure(error: unknown, secrets: readonly (string | undefined)[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const words = message.replace(/\s*Raw body: [\s\S]*$/, '')
  const known = secrets.filter(secret => secret !== undefined && secret.length >= MIN_SECRET)
  return oneLine(
    known.reduce<string>((text, secret) => text.replaceAll(secret ?? '', '…'), words),
    MAX_LENGTH,
  )
}

const MIN_SECRET = 6
const MAX_LENGTH = 400
