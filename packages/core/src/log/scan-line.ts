import { isObject } from '../message/json.ts'
import type { ByteText } from './byte-text.ts'
import { decodeLine } from './decode-line.ts'
import type { Entry } from './entry.ts'
import type { LogLine } from './log-line.ts'
import { type ByteRange, parseBytes } from './parse-bytes.ts'

/** An entry without its `toolUseResult`, and where it stands. */
export type ScannedEntry = { readonly entry: Entry; readonly offset: number; readonly length: number }

/** A line, and as much of it as tells what it is. */
export type LineHead = ByteRange & {
  readonly head: string
  /** Where in the line the first object inside the entry begins; -1 if not in the head. */
  readonly brace: number
}

/** The lines that may hold an entry. A line of another program's log costs one look at how it begins. */
export function* findLines(bytes: Uint8Array): Generator<ByteRange, void, undefined> {
  for (let lineStart = 0; lineStart < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, lineStart)
    const end = newline === -1 ? bytes.length : newline
    let start = lineStart
    while (start < end && (bytes[start] === SPACE || bytes[start] === TAB)) start++
    const first = bytes[start]
    if (start < end && (first === BRACE || first === NUL || first === MARK)) yield { bytes, start, end }
    lineStart = end + 1
  }
}

const NEWLINE = 0x0a
const SPACE = 0x20
const TAB = 0x09
const BRACE = 0x7b
// What may stand before an object: zeros that a crash left, and the first byte of a byte order mark.
const NUL = 0
const MARK = 0xef
const HEAD_BYTES = 1024

export function readHead(text: ByteText, { bytes, start, end }: ByteRange): LineHead {
  const head = text.decodeLatin1(bytes, start, Math.min(end, start + HEAD_BYTES))
  return { bytes, start, end, head, brace: head.indexOf('{', 1) }
}

/** True for a line of a type that no view shows, and of that alone. */
export function isSkipped(text: ByteText, line: LineHead): boolean {
  return (hasKeyBefore(line, PROGRESS) || line.head.startsWith(SNAPSHOT)) && !isGlued(text, line)
}

const PROGRESS = '"type":"progress","data":'
const SNAPSHOT = '{"type":"file-history-snapshot"'

/** True if the first object inside the entry is the value of this key. Nothing nested stands before it. */
export function hasKeyBefore({ head, brace }: LineHead, key: string): boolean {
  const start = brace - key.length
  if (start < 1 || !head.startsWith(key, start)) return false
  return head[start - 1] === ',' || head[start - 1] === '{'
}

/**
 * True where another entry may stand behind the beginning of this one: it lost its newline, or this one was cut
 * off. Inside a string the quote would be escaped, so false alarms are rare.
 */
export function isGlued(text: ByteText, { bytes, start, end }: ByteRange): boolean {
  return text.indexOf(bytes, GLUE, start, end) !== -1 || text.indexOf(bytes, ENTRY, start + 1, end) !== -1
}

const encoder = new TextEncoder()
const GLUE = encoder.encode('}{"')
const ENTRY = encoder.encode('{"parentUuid":')

/** The entries of one line that a view shows. */
export function scanLine(text: ByteText, line: LineHead): readonly ScannedEntry[] {
  const value = parseWithoutResult(text, line) ?? parseBytes(text, line)
  if (isObject(value)) return toScanned(value, line.start, line.end - line.start)
  const decoded: LogLine[] = []
  decodeLine(line.bytes.subarray(line.start, line.end), line.start, decoded)
  return decoded.flatMap(part =>
    part.kind === 'entry' ? toScanned(part.entry, part.offset, part.length) : [],
  )
}

function toScanned(whole: Entry, offset: number, length: number): readonly ScannedEntry[] {
  const fields: Readonly<Record<string, unknown>> = whole
  if (fields.type === 'progress' || fields.type === 'file-history-snapshot') return []
  if (!('toolUseResult' in fields)) return [{ entry: whole, offset, length }]
  const { toolUseResult: _, ...entry } = fields
  return [{ entry, offset, length }]
}

const RESULT_KEY = encoder.encode(',"toolUseResult":')
const SOURCE_KEY = ',"sourceToolAssistantUUID":'
const TAIL_BYTES = 512

/**
 * The entry up to `toolUseResult` and from `sourceToolAssistantUUID` on, if that alone is a whole object. Between
 * the two nothing else stands in known files; where something else may, the caller parses the line.
 */
function parseWithoutResult(text: ByteText, line: LineHead): unknown {
  const { bytes, start, end, brace } = line
  if (!hasKeyBefore(line, '"message":')) return undefined
  const cut = text.indexOf(bytes, RESULT_KEY, start + brace, end)
  if (cut === -1 || isGlued(text, { bytes, start: cut, end })) return undefined
  const suffix = readBehindResult(text, { bytes, start: cut, end })
  const value = suffix === undefined ? undefined : parseBytes(text, { bytes, start, end: cut }, suffix)
  return isObject(value) && 'uuid' in value ? value : undefined
}

/** The end of the line from `sourceToolAssistantUUID` on, or the last brace where the result ends the line. */
function readBehindResult(text: ByteText, { bytes, start, end }: ByteRange): string | undefined {
  const tailStart = Math.max(start + RESULT_KEY.length, end - TAIL_BYTES)
  const tail = text.decodeLatin1(bytes, tailStart, end).trimEnd()
  const source = tail.lastIndexOf(SOURCE_KEY)
  const suffix = source === -1 ? tail.slice(-1) : tail.slice(source)
  const opener = String.fromCharCode(bytes[start + RESULT_KEY.length] ?? 0)
  const isResultLast = CLOSERS.get(opener) === tail.slice(-2)
  if (source === -1 && !isResultLast) return undefined
  // The suffix is joined to text that is read as latin1: only ASCII is the same there.
  return suffix === '' || NOT_PLAIN.test(suffix) ? undefined : suffix
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['{', '}}'],
  ['[', ']}'],
  ['"', '"}'],
])
const NOT_PLAIN = /[\x80-\xff]|\\u/
