import { isPlaceholder, looksDrawn, looksMixed } from '../looks-secret.ts'
import type { SecretSpan } from '../secret-span.ts'

/**
 * What stands near a word that says what it is, without a sign between them: it has to be mixed thoroughly, or a long row
 * of hexadecimal digits.
 */
export function findNearWords(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  CONTEXT.lastIndex = 0
  for (let match = CONTEXT.exec(text); match !== null; match = CONTEXT.exec(text)) {
    const from = match.index + match[0].length
    const [line = ''] = text.slice(from, from + NEARBY + 400).split('\n', 1)
    const [, between = '', candidate] = CANDIDATE.exec(line) ?? []
    if (candidate === undefined) continue
    const value = candidate.replace(/[.!]+$/, '')
    // What is called or looked up is code.
    const isCode = /^[([]/.test(line.slice(between.length + value.length))
    if (isCode || /[(){}<>\uE000]/.test(between) || NO_SECRET.test(between) || !looksKey(value)) continue
    const start = from + between.length
    spans.push({ start, end: start + value.length, kind: 'secret' })
    CONTEXT.lastIndex = start + value.length
  }
  return spans
}

const CONTEXT =
  /(?:\b(?:api[ _-]?|access[ _-]?|secret[ _-]?|private[ _-]?|encryption[ _-]?|signing[ _-]?|auth(?:entication)?[ _-]?|master[ _-]?|license[ _-]?|shared[ _-]?|deploy[ _-]?)key\b|\b(?:secret|token|credential|password|passphrase|passcode)s?\b|密钥|密码|令牌|トークン|ключ|пароль)/gi
const NEARBY = 60
// Begins no farther off than that, so that no more places than these are tried behind each word.
const CANDIDATE = new RegExp(
  String.raw`^(.{0,${NEARBY}}?)(?<![\w+/=.@:~-])([A-Za-z0-9][\w+/=~!@#$%^*.-]{14,400})`,
  's',
)
const NO_SECRET =
  /commit|sha-?(?:1|256|512)|hash|digest|checksum|md5|integrity|etag|uuid|fingerprint|https?:|revision|\bid\b/i

function looksKey(value: string): boolean {
  if (isPlaceholder(value) || /^(?:toolu|msg|req|call|session|cse)_|[/.][A-Za-z]{2,5}$|^[\w-]+@/.test(value))
    return false
  if (/^[0-9a-f]{32}$|^[0-9a-f]{48}$|^[0-9a-f]{64}$/i.test(value)) return true
  return looksDrawn(value, 20) && looksMixed(value) && /[A-Z]/.test(value) && /[a-z]/.test(value)
}
