import { type AsciiText, decodeLine } from './decode-line.ts'
import type { LogLine } from './log-line.ts'

export type DecodeLinesOptions = {
  /** Where in the file the bytes begin. */
  readonly offset?: number
  /** A faster way to text, where the host has one. */
  readonly text?: AsciiText
}

/** Reads the bytes of a log: every entry in it, and every stretch that holds none. `encodeLines` gives the bytes back. */
export function decodeLines(bytes: Uint8Array, options: DecodeLinesOptions = {}): LogLine[] {
  const lines: LogLine[] = []
  const base = options.offset ?? 0
  for (let start = 0; start < bytes.length; ) {
    const end = findLineEnd(bytes, start)
    for (const line of decodeLine(bytes.subarray(start, end), base + start, options.text)) lines.push(line)
    start = end
  }
  return lines
}

/** The bytes that `decodeLines` was given. */
export function encodeLines(lines: readonly LogLine[]): Uint8Array {
  return concatenate(lines.map(line => line.raw))
}

export type LineDecoderOptions = DecodeLinesOptions & {
  /** A line longer than this is handed out in pieces as `too-long`. 64 MiB unless told. */
  readonly maxLineBytes?: number
}

export interface LineDecoder {
  /** Takes the next bytes and gives the lines that they complete. The chunk is copied. */
  push(chunk: Uint8Array): readonly LogLine[]
  /** Gives what stands behind the last newline. */
  end(): readonly LogLine[]
}

const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024

/** Reads a log that arrives in chunks cut anywhere; holds no more than one line. */
export function createLineDecoder(options: LineDecoderOptions = {}): LineDecoder {
  const limit = Math.max(1, options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES)
  let offset = options.offset ?? 0
  let pending: Uint8Array[] = []
  let pendingSize = 0
  let isOverlong = false

  function take(lines: LogLine[], isLineEnd: boolean): void {
    const raw = concatenate(pending)
    pending = []
    pendingSize = 0
    if (isOverlong || !isLineEnd) lines.push(toOverlongPiece(raw, offset))
    else for (const line of decodeLine(raw, offset, options.text)) lines.push(line)
    isOverlong = !isLineEnd
    offset += raw.length
  }

  function hold(piece: Uint8Array, lines: LogLine[]): void {
    for (let start = 0; start < piece.length; ) {
      const end = Math.min(piece.length, start + limit - pendingSize)
      pending.push(piece.subarray(start, end))
      pendingSize += end - start
      start = end
      if (pendingSize === limit && piece[end - 1] !== NEWLINE) take(lines, false)
    }
  }

  return {
    push(chunk) {
      const lines: LogLine[] = []
      // Not `slice`: on a Buffer of Node's that is a view, which a reused chunk would change.
      const bytes = new Uint8Array(chunk)
      for (let start = 0; start < bytes.length; ) {
        const end = findLineEnd(bytes, start)
        hold(bytes.subarray(start, end), lines)
        if (bytes[end - 1] === NEWLINE) take(lines, true)
        start = end
      }
      return lines
    },
    end() {
      const lines: LogLine[] = []
      if (pendingSize > 0) take(lines, true)
      isOverlong = false
      return lines
    },
  }
}

const NEWLINE = 0x0a

/** The index behind the newline of the line that begins at `start`, or the end of the bytes. */
function findLineEnd(bytes: Uint8Array, start: number): number {
  const newline = bytes.indexOf(NEWLINE, start)
  return newline === -1 ? bytes.length : newline + 1
}

function toOverlongPiece(raw: Uint8Array, offset: number): LogLine {
  const reason = raw.every(byte => byte === 0) ? 'nul' : 'too-long'
  return { kind: 'bad', reason, offset, length: raw.length, raw }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (parts.length === 1 && first) return first
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
