import { isPlaceholder } from './looks-secret.ts'
import type { CountSecret } from './redact-text.ts'
import { redactionMark } from './secret-kinds.ts'

/** Replaces the password of `scheme://user:password@host`. */
export function redactUrlPasswords(text: string, count: CountSecret): string {
  if (!text.includes('://')) return text
  return text.replace(URL_PASSWORD, password => {
    if (isPlaceholder(password)) return password
    count(KIND)
    return redactionMark(KIND)
  })
}

const KIND = 'url-password'

// A password may hold an @; the host begins behind the last one. Both bounds keep the search linear.
const URL_PASSWORD = /(?<=:\/\/[^\s:/?#@"'<>\\]{0,100}:)[^\s/?#"'<>\\]{1,200}(?=@)/g
