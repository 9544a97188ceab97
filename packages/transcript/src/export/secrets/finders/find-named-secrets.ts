import { isSecretNamed, type SecretName } from '../looks-secret.ts'
import { judgeName, LONGEST_NAME, SECRET_NAME } from '../secret-name.ts'
import type { SecretSpan } from '../secret-span.ts'
import { type Assignment, readSeparator, type Separator } from './read-separator.ts'

/** Secrets that are known by the name they are given: `password=…`, `"api_key": "…"`. */
export const NAMED_KINDS: Readonly<Record<SecretName, string>> = { password: 'password', secret: 'secret' }

/** Values by the name that they are given, in env files, shells, code, YAML, JSON, XML, tables and sentences. */
export function findNamedSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  SECRET_NAME.lastIndex = 0
  for (let match = SECRET_NAME.exec(text); match !== null; match = SECRET_NAME.exec(text)) {
    const [all, word = ''] = match
    const end = match.index + all.length
    const identifier = readIdentifierBefore(text, match.index)
    const name = judgeName(identifier, word)
    if (name === null) continue
    const separator = readSeparator({
      text,
      nameEnd: end,
      identifier: identifier + all,
      nameStart: match.index,
    })
    if (separator === null) continue
    const values = readValues(text, separator, match.index - identifier.length)
    const found = values.filter(value => isSecretValue(name, separator, value))
    for (const { start, value } of found)
      spans.push(toSpan(text, { start, value, kind: NAMED_KINDS[name], separator }))
    const last = values.at(-1)
    // A long value that is none may hold others, but to look for them from each place would take quadratic time.
    if (last && (found.length > 0 || last.value.length > LONGEST_REREAD))
      SECRET_NAME.lastIndex = last.start + last.value.length
  }
  return spans
}

const LONGEST_REREAD = 256

function readIdentifierBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start < LONGEST_NAME && isNameSign(text.charCodeAt(start - 1))) start -= 1
  return text.slice(start, end)
}

/** Letters, digits, and what joins them in names: `$ - . : _`. */
function isNameSign(code: number): boolean {
  if (code >= 97) return code <= 122
  if (code >= 65) return code <= 90 || code === 95
  return (code >= 48 && code <= 58) || code === 36 || code === 45 || code === 46
}

type ReadValue = { readonly start: number; readonly value: string; readonly isAlone?: boolean }

function readValues(
  text: string,
  { start, quote, isList, end }: Separator,
  nameStart: number,
): readonly ReadValue[] {
  if (isList) return readList(text, start)
  if (quote !== null) return [{ start, value: readQuoted(text, start, quote) ?? readBare(text, start) }]
  if (end !== null) return [{ start, value: text.slice(start, end) }]
  const line = beginsLine(text, nameStart) ? readLine(text, start) : null
  return line === null ? [{ start, value: readBare(text, start) }] : [{ start, value: line, isAlone: true }]
}

/** Whether only what tools write before a line stands before a name: then what follows it may be the rest of the line. */
function beginsLine(text: string, start: number): boolean {
  const floor = Math.max(0, start - LONGEST_NAME)
  for (let at = start - 1; at >= floor; at--) {
    const sign = text[at] ?? ''
    if (sign === '\n') return true
    if (CODE_SIGNS.has(sign)) return false
  }
  return true
}

const CODE_SIGNS: ReadonlySet<string> = new Set('{}()[],;=&?"\'`<')

const LONGEST_LIST = 50

function readList(text: string, start: number): readonly ReadValue[] {
  const values: ReadValue[] = []
  let at = start
  while (values.length < LONGEST_LIST) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (item === null) break
    const from = at + item[0].length
    const value = readQuoted(text, from, item[1] ?? '')
    if (value === null) break
    values.push({ start: from, value })
    at = from + value.length + 1
  }
  return values
}

const ITEM = /[\s,]{0,80}(["'`])/y

function isSecretValue(
  name: SecretName,
  { spelling, hasQuotedName }: Assignment,
  { value, isAlone }: ReadValue,
): boolean {
  if (name === 'password' && hasQuotedName && /^[0-9]{6,20}$/.test(value)) return true
  if (isAlone && (spelling === 'loose' || spelling === 'tight') && name === 'password')
    return isSecretNamed({ name, spelling: 'alone', value })
  return (
    isSecretNamed({ name, spelling, value }) ||
    (name === 'secret' && isSecretNamed({ name, spelling, value: bareOf(value) }))
  )
}

/** Laravel and others say how a value is written before it begins. */
function bareOf(value: string): string {
  return value.replace(/^(?:base64|hex|raw):/, '')
}

type Found = {
  readonly start: number
  readonly value: string
  readonly kind: string
  readonly separator: Assignment
}

/** A number of JSON gets quotes, so that the text stays JSON. */
function toSpan(text: string, { start, value, kind, separator }: Found): SecretSpan {
  const span = { start, end: start + value.length, kind }
  const isNumber = separator.hasQuotedName && /^[0-9]+$/.test(value) && text[start - 1] !== '"'
  const quoteAt = isNumber ? text.lastIndexOf('"', start) : -1
  return quoteAt === -1 ? span : { ...span, quoteAt }
}

const LONGEST_QUOTED = 2048

/** Up to the quote that closes; null where none does within reason. */
function readQuoted(text: string, start: number, quote: string): string | null {
  const limit = Math.min(text.length, start + LONGEST_QUOTED)
  for (let end = text.indexOf(quote, start); end !== -1 && end < limit; end = text.indexOf(quote, end + 1))
    if (quote.length > 1 || countBackslashesBefore(text, end, start) % 2 === 0) return text.slice(start, end)
  return null
}

function countBackslashesBefore(text: string, end: number, start: number): number {
  let count = 0
  while (end - count - 1 >= start && text[end - count - 1] === '\\') count += 1
  return count
}

/** One word, up to what ends a value in code and shells. */
function readBare(text: string, start: number): string {
  BARE.lastIndex = start
  return BARE.exec(text)?.[0].replace(TRAILING, '') ?? ''
}

// With the bracket that makes a call or a lookup of it, by which it is known for code.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal end a value
const BARE = /[^\s"'`\\;,&|<>(){}[\]\u0000-\u001f\uE000。，；、]+[([]?/y
const TRAILING = /[.:!?]+$(?<=[a-z0-9]{3}[.:?])|です$/

/** The rest of the line where it is one word and nothing of code: then it may hold signs that would end a value elsewhere. */
function readLine(text: string, start: number): string | null {
  LINE.lastIndex = start
  const value = LINE.exec(text)?.[1]
  return value === undefined ? null : value
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal end a value
const LINE = /([^\s"'`\\<>\u0000-\u001f\uE000]{1,512}?)[;,]?[ \t]{0,20}(?=\r?\n|$)/y
