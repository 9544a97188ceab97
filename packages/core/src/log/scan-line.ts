import { isObject } from '@antiphon/contract'
import { decodeLine } from './decode-line.ts'
import type { Entry } from './entry.ts'
import { createNeedle, findInLine, lengthOf, parsePart, type ScannedLine, sliceLine } from './scanned-line.ts'

/** An entry without its `toolUseResult`, and where it stands. */
export type ScannedEntry = { readonly entry: Entry; readonly offset: number; readonly length: number }

/** The entries of one line that a view shows. */
export function scanLine(line: ScannedLine): readonly ScannedEntry[] {
  if (isSkipped(line)) return []
  const value = isClosed(line)
    ? (parseWithoutResult(line) ?? parsePart(line, { from: 0, to: lengthOf(line) }))
    : undefined
  if (isObject(value)) return toScanned({ entry: value, offset: line.start, length: lengthOf(line) })
  return mayHoldMore(line) ? decodeDamaged(line) : []
}

/** True if the line ends as an object does. */
export function isClosed({ bytes, end }: ScannedLine): boolean {
  return bytes[end - 1] === CLOSING_BRACE
}

/** False for the beginning of one object and nothing else: no reader finds an entry in that. */
function mayHoldMore({ head, isWhole }: ScannedLine): boolean {
  return !isWhole || !head.startsWith('{') || head.includes('}')
}

function decodeDamaged({ bytes, start, end }: ScannedLine): readonly ScannedEntry[] {
  return decodeLine(bytes.subarray(start, end), start).flatMap(part =>
    part.kind === 'entry' ? toScanned(part) : [],
  )
}

function toScanned({ entry: whole, offset, length }: ScannedEntry): readonly ScannedEntry[] {
  const fields: Readonly<Record<string, unknown>> = whole
  if (fields.type === 'progress' || fields.type === 'file-history-snapshot') return []
  if (!('toolUseResult' in fields)) return [{ entry: whole, offset, length }]
  const { toolUseResult: _, ...entry } = fields
  return [{ entry, offset, length }]
}

/** Where the first object inside the entry begins, if it is the value of `key`: nothing nested stands before it. */
export function findFirstObject({ head, brace }: ScannedLine, key: string): number {
  const keyStart = brace - key.length
  if (keyStart < 1 || !head.startsWith(key, keyStart)) return -1
  const before = head.charCodeAt(keyStart - 1)
  return before === COMMA || before === BRACE ? brace : -1
}

const COMMA = 0x2c
const BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** True for a line of a type that no view shows, and of that alone. */
function isSkipped(line: ScannedLine): boolean {
  const isHidden = line.head.startsWith(SNAPSHOT) || findFirstObject(line, PROGRESS) !== -1
  return isHidden && !isJoined(line, 0) && !isTorn(line, 0)
}

const PROGRESS = '"type":"progress","data":'
const SNAPSHOT = '{"type":"file-history-snapshot"'

/** True where a whole object may be followed by another: its newline was lost. */
export function isJoined(line: ScannedLine, from: number): boolean {
  return findInLine(line, GLUE, from) !== -1
}

/** True where another entry begins behind `from`: the one before it was cut off. */
export function isTorn(line: ScannedLine, from: number): boolean {
  return findInLine(line, ENTRY, from + 1) !== -1
}

// Inside a string the quotes would be escaped, so false alarms are rare; they cost time only.
const GLUE = createNeedle('}{"')
const ENTRY = createNeedle('{"parentUuid":')

const MESSAGE = '"message":'
const RESULT = createNeedle(',"toolUseResult":')

/**
 * The entry up to `toolUseResult` and from `sourceToolAssistantUUID` on, if that alone is a whole object. Between
 * the two nothing else stands in known files; where something else may, the caller parses the line.
 */
function parseWithoutResult(line: ScannedLine): unknown {
  const message = findFirstObject(line, MESSAGE)
  const cut = message === -1 ? -1 : findInLine(line, RESULT, message)
  if (cut === -1 || isJoined(line, cut) || isTorn(line, cut)) return undefined
  const suffix = readBehindResult(line, cut + RESULT.latin1.length)
  const value = suffix === undefined ? undefined : parsePart(line, { from: 0, to: cut, suffix })
  return isObject(value) && 'uuid' in value ? value : undefined
}

const SOURCE = ',"sourceToolAssistantUUID":'
const TAIL_BYTES = 512

/** The end of the line from `sourceToolAssistantUUID` on, or the last brace where the result ends the line. */
function readBehindResult(line: ScannedLine, resultStart: number): string | undefined {
  const tail = sliceLine(line, Math.max(resultStart, lengthOf(line) - TAIL_BYTES), lengthOf(line))
  const source = tail.lastIndexOf(SOURCE)
  const suffixStart = source === -1 ? tail.length - 1 : source
  const suffix = tail.slice(suffixStart)
  const closer = CLOSERS.get(sliceLine(line, resultStart, resultStart + 1))
  // What does not end as the result began is another field: then the line is parsed whole.
  if (closer === undefined || tail[suffixStart - 1] !== closer) return undefined
  // The suffix is joined to text that is read as latin1: only ASCII is the same there.
  return NOT_PLAIN.test(suffix) ? undefined : suffix
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['"', '"'],
])
const NOT_PLAIN = /[\x80-\xff]/
