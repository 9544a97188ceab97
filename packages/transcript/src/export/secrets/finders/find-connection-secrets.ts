import { isPlaceholder } from '../looks-secret.ts'
import type { SecretSpan } from '../secret-span.ts'

/** Passwords and keys in strings of `Name=value;`, and in those of `name=value` with blanks that databases take. */
export function findConnectionSecrets(text: string): readonly SecretSpan[] {
  if (!text.includes('=')) return []
  const spans: SecretSpan[] = []
  for (const match of text.matchAll(FIELD)) {
    const [all, name = '', value = ''] = match
    const start = match.index + all.length - value.length
    if (value.length >= 3 && !isPlaceholder(value) && hasNeighbours(text, match.index, start + value.length))
      spans.push({ start, end: start + value.length, kind: /^p/i.test(name) ? 'password' : 'secret' })
  }
  return spans
}

const FIELD =
  /(?<=^|[;"'`\s,])(password|pwd|accountkey|sharedaccesskey|sharedsecret|accesskey|authkey|sharedaccesssignature|secret)[ \t]?=[ \t]?(\{[^}\n]{1,200}\}|[^;"'`\s\\<>\uE000]{1,400})/gi

const NEIGHBOURHOOD = 120

/** Other fields of such a string on the same line. */
function hasNeighbours(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - NEIGHBOURHOOD), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/(?:^|[\s"'`;])[A-Za-z][\w .]{0,30}=[^;\n]{1,80};[ \t]?$/.test(line)) return true
  if (/\b(?:host|hostaddr|user|username|dbname|database|server|uid)[ \t]?=/i.test(line)) return true
  return /^[ \t;,]{1,3}(?:host|hostaddr|dbname|database|server|user|uid|port|sslmode|encrypt)[ \t]?=/i.test(
    text.slice(end, end + 30),
  )
}
