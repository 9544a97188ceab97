import {
  hasLetterAndDigit,
  isBasicCredentials,
  isPlaceholder,
  isWordy,
  looksDrawn,
  looksMixed,
} from '../looks-secret.ts'
import { findPatterns, isValue, type SecretPattern } from '../secret-pattern.ts'
import type { SecretSpan } from '../secret-span.ts'

/** What the headers of HTTP carry: authorization of every scheme, keys, cookies; and jars of cookies. */
export function findHeaders(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  // Cookies go up to the end of their line, which is read once.
  let readUpTo = 0
  for (const match of text.matchAll(HEADER)) {
    const name = (match[1] ?? '').toLowerCase()
    const start = match.index + match[0].length
    if (name.endsWith('cookie')) {
      if (start < readUpTo) continue
      const line = readLine(text, start)
      readUpTo = start + line.length
      spans.push(...findCookies(line, start, name.startsWith('set')))
    } else if (name.endsWith('authorization')) spans.push(...findAuthorization(text, start))
    else spans.push(...findKey(text, start))
  }
  return [...spans, ...findPatterns(text, SCHEMES_AND_SESSIONS)]
}

const HEADER =
  /(?<![A-Za-z0-9])((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z0-9-]{0,40}(?:key|token|secret|signature|auth|password|session)|(?:private|job|deploy)-token|dd-(?:api|application)-key|ocp-apim-subscription-key|api-?key)["'`\]]{0,2}[ \t]{0,4}(?:=>|[:=]|(?<=["'`]),)[ \t]{0,4}["'`]?/gi

const AUTHORIZATION = 'authorization'
const COOKIE = 'cookie'

function findAuthorization(text: string, start: number): readonly SecretSpan[] {
  PARAMETERS.lastIndex = start
  const parameters = PARAMETERS.exec(text)
  if (parameters) {
    const from = start + (parameters[1] ?? '').length
    const end = start + parameters[0].trimEnd().length
    return isPlaceholder(text.slice(from, end)) ? [] : [{ start: from, end, kind: AUTHORIZATION }]
  }
  CREDENTIALS.lastIndex = start
  const [all = '', scheme = '', value = ''] = CREDENTIALS.exec(text) ?? []
  if (value === '' || isPlaceholder(value)) return []
  const isSecret =
    isBasicCredentials(value) ||
    (hasLetterAndDigit(value) && value.length >= 6) ||
    (value.length >= 16 && looksMixed(value))
  const from = start + all.length - value.length
  return isSecret && scheme.length < all.length
    ? [{ start: from, end: from + value.length, kind: AUTHORIZATION }]
    : []
}

// `Digest username="…", response="…"`, `AWS4-HMAC-SHA256 Credential=…, Signature=…`, `Token token="…"`.
const PARAMETERS =
  /([A-Za-z][\w-]{1,30}[ \t]{1,4})(?:[\w-]{1,40}=(?:"(?![,:}\]])[^"\n]{0,2000}"|[^\s,"'`\\=][^\s,"'`\\]{0,2000})[, \t]{0,4}){1,30}/y
const CREDENTIALS = /(?:([A-Za-z][\w-]{1,20})[ \t]{1,4})?([^\s"'`<>,;\\(){}]{1,8192})/y

function findKey(text: string, start: number): readonly SecretSpan[] {
  WORD.lastIndex = start
  const value = WORD.exec(text)?.[0] ?? ''
  const isSecret = (value.length >= 6 && hasLetterAndDigit(value)) || value.length >= 16
  return isSecret && !isPlaceholder(value) && !isWordy(value)
    ? [{ start, end: start + value.length, kind: 'secret' }]
    : []
}

const WORD = /[^\s"'`<>,;\\(){}]{1,8192}/y

function readLine(text: string, start: number): string {
  LINE.lastIndex = start
  return LINE.exec(text)?.[0] ?? ''
}

function findCookies(line: string, start: number, isFirstOnly: boolean): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const match of line.matchAll(PAIR)) {
    const value = match[1] ?? ''
    const from = start + match.index + match[0].length - value.length
    if (value.length >= 6 && !isPlaceholder(value))
      spans.push({ start: from, end: from + value.length, kind: COOKIE })
    if (isFirstOnly) break
  }
  const [only = ''] = /^[^\s;,]*/.exec(line) ?? []
  return spans.length === 0 && !line.includes('=') && looksDrawn(only, 12) && !/[()]/.test(only)
    ? [{ start, end: start + only.length, kind: COOKIE }]
    : spans
}

const LINE = /[^\n\r"'`\\<>]{1,16384}/y
const PAIR = /[^=;\s]{1,100}=([^;\s]{1,4096})/g

/** Schemes that say without a header what follows them, cookies by the names that frameworks give to sessions, lines of a jar. */
const SCHEMES_AND_SESSIONS: readonly SecretPattern[] = [
  {
    kind: AUTHORIZATION,
    pattern: /\b(?:[Bb](?:earer|EARER)|SSWS|GenieKey|FlyV1)["']?[ \t]{1,4}([\w.~+/-]{16,8192}={0,2})/g,
    isSecret: value => hasLetterAndDigit(value) && isValue(value),
  },
  {
    kind: COOKIE,
    hint: /=/,
    pattern:
      /(?<![\w-])(?:[A-Z]{0,12}SESSI?ON_?ID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|sessionid|csrftoken|XSRF-TOKEN|\w{1,30}_session|wordpress_logged_in_\w{1,40}|__(?:Host|Secure)-[\w-]{1,60})=(?![0-9a-f]{8}-[0-9a-f]{4}-)(?=[^;\s&]{0,60}[0-9])([^;\s"'&,<>`\\]{16,4096})/g,
  },
  {
    kind: COOKIE,
    hint: /E\t/,
    pattern:
      /(?<=^|\n)(?:#HttpOnly_)?[^\t\n]{1,200}\t(?:TRUE|FALSE)\t[^\t\n]{1,200}\t(?:TRUE|FALSE)\t[0-9]{1,12}\t[^\t\n]{1,200}\t([^\t\n\r"'\\]{4,4096})/g,
  },
]
