import {
  createWordBuilder,
  readBackticks,
  readDollar,
  readDoubleQuoted,
  type WordBuilder,
} from './read-expansion.ts'
import { giveUp, type ShellCursor, type ShellWord } from './shell-command.ts'

/** Reads the word at the cursor; the cursor ends behind it. */
export function readWord(cursor: ShellCursor): ShellWord {
  const { source } = cursor
  const start = cursor.position
  const word = createWordBuilder()
  readTilde(cursor, word)
  while (cursor.position < source.length && readPiece(cursor, word)) {}
  return word.finish(source, start, cursor.position)
}

/** Reads one piece of a word; false at its end. */
function readPiece(cursor: ShellCursor, word: WordBuilder): boolean {
  const { source } = cursor
  const character = source[cursor.position] ?? ''
  switch (character) {
    case "'":
      word.quoted(readUntilQuote(cursor))
      return true
    case '"':
      cursor.position++
      readDoubleQuoted(cursor, word)
      return true
    case '\\':
      return readEscape(cursor, word)
    case '$':
      if (source[cursor.position + 1] === "'") word.quoted(readAnsiString(cursor))
      else if (source[cursor.position + 1] === '"') cursor.position++
      else readDollar(cursor, word)
      return true
    case '`':
      readBackticks(cursor, word, false)
      return true
    case '<':
    case '>':
      return readProcessSubstitution(cursor, word)
    default:
      return readPlain(cursor, word)
  }
}

function readPlain(cursor: ShellCursor, word: WordBuilder): boolean {
  PLAIN.lastIndex = cursor.position
  const run = PLAIN.exec(cursor.source)?.[0]
  if (run === undefined) return false
  cursor.position += run.length
  word.bare(run)
  return true
}

function readTilde(cursor: ShellCursor, word: WordBuilder): void {
  const { source, findings } = cursor
  if (source[cursor.position] !== '~') return
  const end = source[cursor.position + 1]
  const isHome = end === undefined || /[/\s;&|()<>]/.test(end)
  if (isHome && findings.home !== null) word.quoted(findings.home)
  else word.unknown('~')
  cursor.position++
}

function readEscape(cursor: ShellCursor, word: WordBuilder): boolean {
  const { source, position } = cursor
  const escaped = source[position + 1]
  CONTINUED.lastIndex = position
  const end = position + (CONTINUED.exec(source)?.[0].length ?? 0)
  if (end > position) {
    // Behind the word it is a blank; inside it, the pieces together may be a name, a reserved word or an assignment.
    if (/[\s;&|<>()]/.test(source[end] ?? ' ')) return false
    giveUp(cursor, 'a word is spread over two lines')
    word.joint(position, end)
    cursor.position = end
    return true
  }
  if (escaped === undefined) giveUp(cursor, 'it ends in a backslash')
  else word.quoted(escaped)
  cursor.position += 2
  return true
}

/** The text between single quotes. */
function readUntilQuote(cursor: ShellCursor): string {
  const end = cursor.source.indexOf("'", cursor.position + 1)
  const text = cursor.source.slice(cursor.position + 1, end === -1 ? undefined : end)
  if (end === -1) giveUp(cursor, 'a quote is not closed')
  cursor.position = end === -1 ? cursor.source.length : end + 1
  return text
}

function readAnsiString(cursor: ShellCursor): string {
  ANSI_BODY.lastIndex = cursor.position + 2
  const body = ANSI_BODY.exec(cursor.source)?.[0] ?? ''
  cursor.position += 2 + body.length
  if (cursor.source[cursor.position] === "'") cursor.position++
  else giveUp(cursor, 'a quote is not closed')
  return decodeAnsiString(body)
}

function readProcessSubstitution(cursor: ShellCursor, word: WordBuilder): boolean {
  const { source, position } = cursor
  if (source[position + 1] !== '(') return false
  cursor.position += 2
  cursor.findings.readCommands(cursor, ')')
  word.unknown(source.slice(position, cursor.position))
  return true
}

const PLAIN =
  /[^\s;&|<>()'"\\$`]+|[\f\v\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/y
const CONTINUED = /(?:\\\n)*/y
const ANSI_BODY = /(?:[^'\\]|\\[\s\S])*/y

/** What `$'…'` means; `source` is what stands between the quotes. */
function decodeAnsiString(source: string): string {
  const decoded = source.replaceAll(ESCAPE, (whole, hex, short, long, octal, control, other) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (short !== undefined || long !== undefined) return fromCodePoint(Number.parseInt(short ?? long, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f)
    return NAMED[other] ?? whole
  })
  // To the shell the text ends there.
  return decoded.split('\0', 1)[0] ?? ''
}

function fromCodePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g

const NAMED: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}
