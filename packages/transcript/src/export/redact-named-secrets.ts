import { isSecretNamed, type SecretName, type Spelling } from './looks-secret.ts'
import type { CountSecret } from './redact-text.ts'
import { NAMED_KINDS, redactionMark } from './secret-kinds.ts'

/**
 * Replaces values by the name that they are given, in env files, shell, code, YAML and JSON, also in JSON that stands
 * as text in JSON, however often its quotes are escaped.
 */
export function redactNamedSecrets(text: string, count: CountSecret): string {
  const pieces: string[] = []
  let kept = 0
  HEAD.lastIndex = 0
  for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
    const found = readAssignment(text, head)
    const end = found.start + found.value.length
    if (isSecretNamed(found)) {
      const kind = NAMED_KINDS[found.name]
      count(kind)
      pieces.push(text.slice(kept, found.start), redactionMark(kind))
      kept = end
      HEAD.lastIndex = end
    }
    // A long value that is none may hold others, but to look for them from each place would take quadratic time.
    else if (found.value.length > LONGEST_REREAD) HEAD.lastIndex = end
  }
  return kept === 0 ? text : pieces.join('') + text.slice(kept)
}

/** The kind that a field's name promises; null where it promises nothing. */
export function readSecretName(field: string): SecretName | null {
  const match = FIELD.exec(field)
  return match ? toName(match[1] ?? '') : null
}

const LONGEST_REREAD = 256
const LONGEST_QUOTED = 1024

// What a name has to end with. A bare `key` is too common a word, so it wants company.
const WORDS =
  'pass(?:word|wd|phrase)|pwd|_pass|secret|token|credentials?|(?:api|access|secret|private|signing|encryption|account|auth|master|service|role|anon|license)[_-]?key|_key|authorization|connection[_-]?string|_dsn|_pat'
const TAIL = '(?:[_-]?(?:base|[0-9]{1,2}))?'

const FIELD = new RegExp(`(${WORDS})${TAIL}$`, 'i')

// name, quote that closes it, then `=`, `:` or `=>` with its blanks, or the blank of a flag; then the opening quote.
const HEAD = new RegExp(
  `(${WORDS})${TAIL}(\\\\{0,32}["'\`])?(?:([ \\t]{0,4})(?::=|=>|[=:])([ \\t]{0,4})|[ \\t])(\\\\{0,32}["'\`])?`,
  'gi',
)

type Assignment = {
  readonly name: SecretName
  readonly spelling: Spelling
  readonly value: string
  readonly start: number
}

function readAssignment(text: string, head: RegExpExecArray): Assignment {
  const [all, word = '', closing, before, after, quote] = head
  const start = head.index + all.length
  const identifier = readIdentifierBefore(text, head.index) + word
  const spelling = ((): Spelling => {
    if (before === undefined) return identifier.startsWith('--') ? 'flag' : 'prose'
    if (quote !== undefined) return 'quoted'
    const isTight = before === '' && after === '' && closing === undefined && !all.includes(':')
    if (!isTight) return 'loose'
    return UPPER_CASE.test(identifier) ? 'environment' : 'tight'
  })()
  const value = quote === undefined ? readBare(text, start) : readQuoted(text, start, quote)
  return { name: toName(word), spelling, value, start }
}

const UPPER_CASE = /^[A-Z][A-Z0-9_]*$/
const LONGEST_IDENTIFIER = 60

function readIdentifierBefore(text: string, end: number): string {
  const head = text.slice(Math.max(0, end - LONGEST_IDENTIFIER), end)
  return IDENTIFIER.exec(head)?.[1] ?? ''
}

// Escapes of JSON and of terminals end in a letter that belongs to them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const IDENTIFIER = /(?:\\[nrtbf]|\u001b\[[0-9;]{0,12}m)?([\w-]*)$/

function toName(word: string): SecretName {
  return /^(?:_?pass|pwd)/i.test(word) ? 'password' : 'secret'
}

function readBare(text: string, start: number): string {
  BARE.lastIndex = start
  return BARE.exec(text)?.[0] ?? ''
}

// With the bracket that makes a call or a lookup of it, by which it is known for code.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal end a value
const BARE = /[^\s"'`\\;,&|<>(){}[\]\u0000-\u001f]+[([]?/y

/** Up to the quote that closes: the same sign behind as many backslashes. */
function readQuoted(text: string, start: number, quote: string): string {
  const sign = quote.slice(-1)
  const limit = Math.min(text.length, start + LONGEST_QUOTED)
  for (let end = text.indexOf(sign, start); end !== -1 && end < limit; end = text.indexOf(sign, end + 1)) {
    const backslashes = countBackslashesBefore(text, end, start)
    const isClosing = quote.length === 1 ? backslashes % 2 === 0 : backslashes <= quote.length - 1
    if (isClosing) return text.slice(start, Math.max(start, end - (quote.length - 1)))
  }
  // A text that was cut off inside a value: the rest of the word is the value.
  return readBare(text, start)
}

function countBackslashesBefore(text: string, end: number, start: number): number {
  let count = 0
  while (end - count - 1 >= start && text[end - count - 1] === '\\') count += 1
  return count
}
