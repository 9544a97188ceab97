import { redactNamedSecrets } from './redact-named-secrets.ts'
import { redactUrlPasswords } from './redact-url-passwords.ts'
import { redactionMark, TOKEN_KINDS } from './secret-kinds.ts'

/** Told of each secret that was replaced. */
export type CountSecret = (kind: string) => void

/**
 * The text with a mark in the place of each secret. It takes time in proportion to the text, whatever stands in it,
 * and changes nothing the second time.
 */
export function redactText(text: string, count: CountSecret): string {
  let redacted = text
  for (const { kind, hints, pattern } of TOKEN_KINDS) {
    if (!hints.some(hint => redacted.includes(hint))) continue
    redacted = redacted.replace(pattern, () => {
      count(kind)
      return redactionMark(kind)
    })
  }
  return redactNamedSecrets(redactUrlPasswords(redacted, count), count)
}
