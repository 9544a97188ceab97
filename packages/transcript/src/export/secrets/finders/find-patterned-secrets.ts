import { hasLetterAndDigit, isBasicCredentials } from '../looks-secret.ts'
import { type FoundValue, findPatterns, isValue, type SecretPattern } from '../secret-pattern.ts'
import type { SecretSpan } from '../secret-span.ts'

/** `auth` and `_auth`: what Docker and npm call base64 of user and password. */
export const BASIC_CREDENTIALS: readonly SecretPattern[] = [
  {
    kind: 'authorization',
    pattern:
      /(?:\b_?auth["']?[ \t]{0,4}[:=][ \t]{0,4}["']?|\b[Bb]asic[ \t]{1,4})([A-Za-z0-9+/_-]{8,4096}={0,2})/g,
    isSecret: isBasicCredentials,
  },
]

/** Passwords and keys in strings of `Name=value;`, and in those of `name=value` with blanks that databases take. */
export const CONNECTION_STRINGS: readonly SecretPattern[] = [
  {
    kind: name => (/^p/i.test(name) ? 'password' : 'secret'),
    hint: /=/,
    pattern:
      /(?<=^|[;"'`\s,])(password|pwd|accountkey|sharedaccesskey|sharedsecret|accesskey|authkey|sharedaccesssignature|secret)[ \t]?=[ \t]?(\{[^}\n]{1,200}\}|[^;"'`\s\\<>\uE000]{1,400})/gi,
    isSecret: (value, found) => value.length >= 3 && isValue(value) && hasNeighbours(found),
  },
]

const NEIGHBOURHOOD = 120

/** Other fields of such a string on the same line. */
function hasNeighbours({ text, matchStart, end }: FoundValue): boolean {
  const before = text.slice(Math.max(0, matchStart - NEIGHBOURHOOD), matchStart)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (/(?:^|[\s"'`;])[A-Za-z][\w .]{0,30}=[^;\n]{1,80};[ \t]?$/.test(line)) return true
  if (/\b(?:host|hostaddr|user|username|dbname|database|server|uid)[ \t]?=/i.test(line)) return true
  return /^[ \t;,]{1,3}(?:host|hostaddr|dbname|database|server|user|uid|port|sslmode|encrypt)[ \t]?=/i.test(
    text.slice(end, end + 30),
  )
}

/** What files of credentials hold, whose fields have no names or say nothing by them. */
export const CREDENTIAL_FILES: readonly SecretPattern[] = [
  {
    // `machine … login … password …`, on one line or on several.
    kind: 'password',
    hint: /\b(?:machine|login|default)\s/,
    pattern: /(?<=^|\s)password[ \t\r\n]{1,8}([^\s"'`:=]{3,200})(?=\s|$)/g,
    isSecret: (value, { text, start }) =>
      isValue(value) &&
      /(?:^|\s)(?:machine|default|login)\s/.test(text.slice(Math.max(0, start - 240), start)),
  },
  {
    // host:port:database:user:password
    kind: 'password',
    hint: /:(?:\*|[3-6][0-9]{3}):/,
    pattern:
      /(?<=^|\n|[ \t>+→])(?:localhost|\*|[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}):(?:\*|[3-6][0-9]{3}):[\w*-]{1,60}:[\w*.@-]{1,60}:([^\s:"'`]{4,200})(?=\s|$)/g,
  },
  {
    kind: 'private-key',
    hint: /["']kty["']/,
    pattern: /["'](?:d|p|q|dp|dq|qi|k)["']\s{0,4}:\s{0,4}["']([\w-]{20,4096})(?=["'])/g,
  },
  {
    kind: 'private-key',
    hint: /<\//,
    pattern: /<(?:P|Q|DP|DQ|InverseQ|D)>\s{0,8}([A-Za-z0-9+/]{20,4096}={0,2})(?=\s{0,8}<\/)/g,
  },
  {
    kind: 'private-key',
    hint: /secret key/,
    pattern: /secret key[^\n]{0,80}\r?\n[ \t]{0,8}(R[A-Za-z0-9+/]{40,400}={0,2})/g,
  },
]

/** Everything below `data` and `stringData` of a manifest of Kubernetes. */
export function findManifestSecrets(text: string): readonly SecretSpan[] {
  if (!/\bkind["']?:[ \t]*["']?Secret\b/.test(text)) return []
  return Array.from(text.matchAll(DATA)).flatMap(({ 0: block, index }) =>
    findPatterns(block, DATA_FIELDS, index),
  )
}

const DATA =
  /(?<=^|[\s"'{,])(?:data|stringData)["']?:[ \t]{0,4}(?:\{[^{}]{0,50000}\}|\r?\n(?:[ \t>+]{1,40}["']?[\w.-]{1,100}["']?:[^\n]{0,20000}(?:\r?\n|$)){1,200})/g
const DATA_FIELDS: readonly SecretPattern[] = [
  {
    kind: 'secret',
    pattern: /(?<=^|[\s{,>])["']?[\w.-]{1,100}["']?:[ \t]{1,4}["']?([^\s"',{}|>][^\s"',{}]{0,16384})/g,
    isSecret: value => value.length >= 4 && isValue(value),
  },
]

/** Phrases of words that restore a wallet, behind what announces them, and `credentials: admin / …`. */
export const PROSE_SECRETS: readonly SecretPattern[] = [
  {
    kind: 'seed-phrase',
    pattern:
      /(?:mnemonic|seed[ _-]?(?:phrase|words)|(?:recovery|secret|backup|wallet)[ _-]?(?:phrase|words|seed)|bip-?39|助记词)[^a-z\n]{0,12}(?:(?:is|are|words?)\b[^a-z\n]{0,6})?\n?((?:[0-9]{1,2}[.:)][ \t]{0,2})?[a-z]{3,8}(?:[ \t,\n]{1,3}(?:[0-9]{1,2}[.:)][ \t]{0,2})?[a-z]{3,8}){11,23})/gi,
    isSecret: isSeedPhrase,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:credentials?|login|log in with|logins?)[ \t]{0,2}[:=]?[ \t]{1,3}[\w.@-]{1,60}[ \t]{0,2}[/:|][ \t]{1,2}([^\s"'`,;]{5,100})/gi,
    isSecret: value => hasLetterAndDigit(value) && isValue(value),
  },
]

/** Sentences have short and common words; such lists have none of them. */
function isSeedPhrase(phrase: string): boolean {
  const words = phrase.match(/[a-z]{3,8}/g) ?? []
  return words.length >= 12 && !words.some(word => COMMON.has(word))
}

const COMMON: ReadonlySet<string> = new Set(
  'the and that has have with from they them you are was were for not but this'.split(' '),
)
