import { isPlaceholder, looksDrawn, looksMixed } from '../looks-secret.ts'
import type { SecretSpan } from '../secret-span.ts'

/** What is drawn and stands near a word that says what it is, and phrases of words that restore a wallet. */
export function findProseSecrets(text: string): readonly SecretSpan[] {
  return [...findNearWords(text), ...findSeedPhrases(text), ...findPairs(text)]
}

const CONTEXT =
  /(?:\b(?:api[ _-]?|access[ _-]?|secret[ _-]?|private[ _-]?|encryption[ _-]?|signing[ _-]?|auth(?:entication)?[ _-]?|master[ _-]?|license[ _-]?|shared[ _-]?|deploy[ _-]?)key\b|\b(?:secret|token|credential|password|passphrase|passcode)s?\b|密钥|密码|令牌|トークン|ключ|пароль)/gi
const NEARBY = 60
const CANDIDATE = /(?<![\w+/=.@:~-])[A-Za-z0-9][\w+/=~!@#$%^*.-]{14,400}/g
const NO_SECRET =
  /commit|sha-?(?:1|256|512)|hash|digest|checksum|md5|integrity|etag|uuid|fingerprint|https?:|revision|\bid\b/i

/** A value without a sign between it and its name: it has to be mixed thoroughly, or a long row of hexadecimal digits. */
function findNearWords(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  CONTEXT.lastIndex = 0
  for (let match = CONTEXT.exec(text); match !== null; match = CONTEXT.exec(text)) {
    const from = match.index + match[0].length
    const [line = ''] = text.slice(from, from + NEARBY + 400).split('\n', 1)
    CANDIDATE.lastIndex = 0
    const candidate = CANDIDATE.exec(line)
    if (candidate === null || candidate.index > NEARBY) continue
    const value = candidate[0].replace(/[.!]+$/, '')
    const between = line.slice(0, candidate.index)
    // What is called or looked up is code.
    const isCode = /^[([]/.test(line.slice(candidate.index + value.length))
    if (isCode || /[(){}<>\uE000]/.test(between) || NO_SECRET.test(between) || !looksKey(value)) continue
    const start = from + candidate.index
    spans.push({ start, end: start + value.length, kind: 'secret' })
    CONTEXT.lastIndex = start + value.length
  }
  return spans
}

function looksKey(value: string): boolean {
  if (isPlaceholder(value) || /^(?:toolu|msg|req|call|session|cse)_|[/.][A-Za-z]{2,5}$|^[\w-]+@/.test(value))
    return false
  if (/^[0-9a-f]{32}$|^[0-9a-f]{48}$|^[0-9a-f]{64}$/i.test(value)) return true
  return looksDrawn(value, 20) && looksMixed(value) && /[A-Z]/.test(value) && /[a-z]/.test(value)
}

/** Twelve to twenty-four short words behind what announces them. */
function findSeedPhrases(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const match of text.matchAll(SEED)) {
    const phrase = match[1] ?? ''
    const words = phrase.match(/[a-z]{3,8}/g) ?? []
    const start = match.index + match[0].length - phrase.length
    // Sentences have short and common words; such lists have none of them.
    if (words.some(word => COMMON.has(word)) || words.length < 12) continue
    spans.push({ start, end: start + phrase.length, kind: 'seed-phrase' })
  }
  return spans
}

const SEED =
  /(?:mnemonic|seed[ _-]?(?:phrase|words)|(?:recovery|secret|backup|wallet)[ _-]?(?:phrase|words|seed)|bip-?39|助记词)[^a-z\n]{0,12}(?:(?:is|are|words?)\b[^a-z\n]{0,6})?\n?((?:[0-9]{1,2}[.:)][ \t]{0,2})?[a-z]{3,8}(?:[ \t,\n]{1,3}(?:[0-9]{1,2}[.:)][ \t]{0,2})?[a-z]{3,8}){11,23})/gi
const COMMON: ReadonlySet<string> = new Set(
  'the and that has have with from they them you are was were for not but this'.split(' '),
)

/** `credentials: admin / …`. */
function findPairs(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const match of text.matchAll(PAIR)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    if (/[A-Za-z]/.test(value) && /[0-9]/.test(value) && !isPlaceholder(value))
      spans.push({ start: end - value.length, end, kind: 'password' })
  }
  return spans
}

const PAIR =
  /\b(?:credentials?|login|log in with|logins?)[ \t]{0,2}[:=]?[ \t]{1,3}[\w.@-]{1,60}[ \t]{0,2}[/:|][ \t]{1,2}([^\s"'`,;]{5,100})/gi
