import type { ByteText } from './byte-text.ts'

// Below this length a call to the host costs more than the search.
const SHORT = 1024

const NON_ASCII = /[\x80-\xff]/

/** A line whose beginning, or all of it, is at hand as latin1. Places in it are counted from its start. */
export type ScannedLine = ByteRange & {
  readonly text: ByteText
  readonly head: string
  /** Where the first object inside the line's object begins; -1 if not in the head. */
  readonly brace: number
  /** True if `head` is the line. */
  readonly isWhole: boolean
}

/** A short text to look for, in both forms. */
export type Needle = { readonly latin1: string; readonly bytes: Uint8Array }

export function createNeedle(latin1: string): Needle {
  return { latin1, bytes: encoder.encode(latin1) }
}

const encoder = new TextEncoder()

/** Gives the lines that may hold an entry, one a call. A line of another program's log costs one look at how it begins. */
export function createLineReader(bytes: Uint8Array, text: ByteText): () => ScannedLine | undefined {
  let position = 0
  return () => {
    while (position < bytes.length) {
      let start = position
      const newline = bytes.indexOf(NEWLINE, start)
      const end = newline === -1 ? bytes.length : newline
      position = end + 1
      while (bytes[start] === SPACE || bytes[start] === TAB) start++
      const first = bytes[start]
      if (start < end && (first === BRACE || first === NUL || first === MARK)) {
        return createLine(text, { bytes, start, end })
      }
    }
    return undefined
  }
}

const NEWLINE = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const TAB = 0x09
const BRACE = 0x7b
// What may stand before an object: zeros that a crash left, and the first byte of a byte order mark.
const NUL = 0
const MARK = 0xef

// Most lines are short: one call to the host, and the rest is done on the string.
const WHOLE_BYTES = 4096
const HEAD_BYTES = 1024

function createLine(text: ByteText, range: ByteRange): ScannedLine {
  const { bytes, start } = range
  const end = bytes[range.end - 1] === RETURN ? range.end - 1 : range.end
  const isWhole = end - start <= WHOLE_BYTES
  const head = text.decodeLatin1(bytes, start, isWhole ? end : start + HEAD_BYTES)
  return { text, bytes, start, end, head, brace: head.indexOf('{', 1), isWhole }
}

/** Where in the line `needle` begins, at `from` or behind it; -1 if nowhere. */
export function findInLine(line: ScannedLine, needle: Needle, from: number): number {
  const inHead = line.head.indexOf(needle.latin1, from)
  if (line.isWhole || inHead !== -1) return inHead
  const rest = Math.max(from, line.head.length - needle.latin1.length + 1)
  const index = line.text.indexOf(line.bytes, needle.bytes, line.start + rest, line.end)
  return index === -1 ? -1 : index - line.start
}

/** A part of the line as latin1. */
export function sliceLine(line: ScannedLine, from: number, to: number): string {
  if (to <= line.head.length) return line.head.slice(from, to)
  return line.text.decodeLatin1(line.bytes, line.start + from, Math.min(line.start + to, line.end))
}

/** The JSON value that is a part of the line, with `suffix` in place of what follows. */
export function parsePart(
  line: ScannedLine,
  { from, to, suffix }: { readonly from: number; readonly to: number; readonly suffix?: string },
): unknown {
  const { text, bytes, start } = line
  const latin1 = sliceLine(line, from, to)
  return parseBytes(text, { bytes, start: start + from, end: start + to, latin1, suffix })
}

/** A short text that does not hold on to the line that it was cut from. */
export function copyText(part: string): string {
  return ` ${part}`.slice(1)
}

/** The length of the line without its end. */
export function lengthOf({ start, end }: ScannedLine): number {
  return end - start
}

type ByteRange = { readonly bytes: Uint8Array; readonly start: number; readonly end: number }

type JsonRange = ByteRange & {
  /** The stretch as latin1: for ASCII the same text as UTF-8, and made many times faster. */
  readonly latin1: string
  /** ASCII that stands in place of what follows the stretch. */
  readonly suffix?: string | undefined
}

/** The JSON value of a stretch of bytes, as `JSON.parse` of its UTF-8 text gives it; undefined if it is no JSON. */
function parseBytes(text: ByteText, { bytes, start, end, latin1, suffix }: JsonRange): unknown {
  const isAscii = latin1.length < SHORT ? !NON_ASCII.test(latin1) : text.isAscii(bytes, start, end)
  const json = isAscii ? latin1 : text.decodeUtf8(bytes, start, end)
  try {
    return JSON.parse(suffix === undefined ? json : json + suffix)
  } catch {
    return undefined
  }
}
