import { isUnknownWord } from './expand-words.ts'

/** What `sed` with these words does, its files in place of none named; null where an option or a script is not understood. */
type SedUse = SedScript & { readonly files: readonly string[]; readonly isInPlace: boolean }

/** Reads the words behind `sed`: options may stand anywhere, and the first operand is the script where no option is one. */
export function readSedUse(words: readonly string[]): SedUse | null {
  const scripts: string[] = []
  const operands: string[] = []
  let isInPlace = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (isUnknownWord(word)) return null
    if (word === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    const { flags = '', option, value = '' } = OPTION.exec(word)?.groups ?? {}
    const isScript = option === 'e' || /^--exp/.test(word)
    const isSuffix = option === 'i' || /^--in/.test(word)
    if (isScript) {
      const glued = option === 'e' ? value : (/=(?<script>.*)$/s.exec(word)?.groups?.script ?? '')
      const isGlued = option === 'e' ? value !== '' : word.includes('=')
      scripts.push(isGlued ? glued : (words[++index] ?? ''))
    } else if (isSuffix) isInPlace = true
    else if (!(option === undefined && flags !== '') && !PLAIN_LONG.test(word)) return null
  }
  const given = scripts.length > 0 ? scripts : operands.splice(0, 1)
  if (operands.some(isUnknownWord)) return null
  const script = readSedScript(given.join('\n'))
  return script === null ? null : { ...script, files: operands, isInPlace }
}

// A bundle of options without a value, and at its end one that takes the rest.
const OPTION = /^-(?<flags>[nrEsuz]*)(?:(?<option>[ei])(?<value>.*))?$/s
const PLAIN_LONG =
  /^--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|zero-terminated|posix|sandbox|debug|help|version|follow-symlinks)$/

/** What a script of sed does beside changing lines. */
type SedScript = {
  readonly runs: boolean
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** Reads a script command by command, as GNU sed does; null where one is not understood. */
export function readSedScript(source: string): SedScript | null {
  const reader: Reader = { source, position: 0, runs: false, reads: [], writes: [], isLost: false }
  if (source.length > LONGEST_SCRIPT) return null
  while (reader.position < source.length && !reader.isLost) readCommand(reader)
  return reader.isLost ? null : { runs: reader.runs, reads: reader.reads, writes: reader.writes }
}

type Reader = {
  readonly source: string
  position: number
  runs: boolean
  readonly reads: string[]
  readonly writes: string[]
  isLost: boolean
}

function readCommand(reader: Reader): void {
  skip(reader, /[\s;{}]*/y)
  if (reader.position >= reader.source.length) return
  readAddress(reader)
  if (skip(reader, /[ \t]*,[ \t]*/y) !== '') readAddress(reader, true)
  skip(reader, /[ \t]*(?:![ \t!]*)?/y)
  const name = reader.source[reader.position] ?? ''
  reader.position++
  if (name === '{' || name === '') return
  if ('=dDgGhHnNpPxzF'.includes(name)) skip(reader, /[ \t]*/y)
  else if ('lLqQ'.includes(name)) skip(reader, /[ \t]*\d*[ \t]*/y)
  else if (':btTv'.includes(name)) skip(reader, name === ':' ? /[^\n]*/y : /[^;}\n]*/y)
  else if (name === '#') skip(reader, /[^\n]*/y)
  else if ('aic'.includes(name)) readText(reader)
  else if ('rR'.includes(name)) reader.reads.push(readFileName(reader))
  else if ('wW'.includes(name)) reader.writes.push(readFileName(reader))
  else if (name === 'e') {
    reader.runs = true
    skip(reader, /[^\n]*/y)
  } else if (name === 's') readSubstitution(reader)
  else if (name === 'y') {
    const sign = reader.source[reader.position++] ?? ''
    readDelimited(reader, sign, false)
    readDelimited(reader, sign, false)
  } else reader.isLost = true
  // Two commands never stand together without a sign between them.
  if (!/[\s;}#]/.test(reader.source[reader.position] ?? '\n')) reader.isLost = true
}

/** A number, `$`, `first~step` or a regular expression; the second of a range also `+n` and `~n`. */
function readAddress(reader: Reader, isSecond = false): void {
  if (skip(reader, isSecond ? /[+~]?\d+(?:~\d+)?/y : /\d+(?:~\d+)?/y) !== '') return
  const first = reader.source[reader.position]
  if (first === '$') reader.position++
  else if (first === '/' || first === '\\') {
    if (first === '\\') reader.position++
    const sign = reader.source[reader.position++] ?? ''
    readDelimited(reader, sign, true)
    skip(reader, /[IM]*/y)
  } else if (isSecond) reader.isLost = true
}

/** Reads up to the sign that ends a regular expression or a text. */
function readDelimited(reader: Reader, sign: string, isPattern: boolean): void {
  const { source } = reader
  if (sign === '' || sign === '\n' || sign === '\\') reader.isLost = true
  while (reader.position < source.length && source[reader.position] !== sign) {
    const character = source[reader.position]
    // A sed that does not know brackets here finds one that never closes, and runs nothing.
    if (isPattern && character === '[') readBracket(reader)
    else reader.position += character === '\\' ? 2 : 1
  }
  if (reader.position >= source.length) reader.isLost = true
  reader.position++
}

/** In a bracket a sign means itself, and so does `]` where it comes first; whether a backslash does, nobody agrees. */
function readBracket(reader: Reader): void {
  const bracket = skip(reader, /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]\n])*\]/y)
  if (bracket === '' || /\\\]/.test(bracket)) reader.isLost = true
  if (bracket === '') reader.position++
}

function readSubstitution(reader: Reader): void {
  const sign = reader.source[reader.position++] ?? ''
  readDelimited(reader, sign, true)
  readDelimited(reader, sign, false)
  const flags = skip(reader, /[gpiImMe\d]*/y)
  if (flags.includes('e')) reader.runs = true
  if (reader.source[reader.position] === 'w') {
    reader.position++
    reader.writes.push(readFileName(reader))
  }
}

/** The text of `a`, `i` and `c` goes to the end of the line that does not end in a backslash. */
function readText(reader: Reader): void {
  skip(reader, /(?:[^\n\\]|\\[\s\S])*/y)
  if (reader.source[reader.position] === '\\') reader.isLost = true
}

function readFileName(reader: Reader): string {
  return skip(reader, /[^\n]*/y).replace(/^[ \t]+/, '')
}

function skip(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.position
  const found = pattern.exec(reader.source)?.[0] ?? ''
  reader.position += found.length
  return found
}

const LONGEST_SCRIPT = 10_000

/** Whether what `sed` is told by these words reads, writes and runs nothing but the files that follow, in place or not. */
export function isPlainSed(words: readonly string[]): boolean {
  const use = readSedUse(words)
  return use !== null && !use.runs && use.reads.length === 0 && use.writes.length === 0
}
