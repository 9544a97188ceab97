import { isAscii, isUtf8 } from 'node:buffer'
import { decodeLines, isEntry } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'
import type { LineChunk } from './read-line-chunks.ts'

/** The lines of a chunk in their order, each decoded when it is asked for; one that `mayMatter` refuses is not. */
export function* linesForwards(
  { bytes, offset }: LineChunk,
  mayMatter: MayMatter = all,
): Generator<LogLine, void, undefined> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline + 1
    const line = bytes.subarray(start, end)
    if (mayMatter(line)) yield* decodeLine(line, offset + start)
    start = end
  }
}

/** The same, the last line first. */
export function* linesBackwards(
  { bytes, offset }: LineChunk,
  mayMatter: MayMatter = all,
): Generator<LogLine, void, undefined> {
  for (let end = bytes.length; end > 0; ) {
    // The newline that ends the line is not the one that begins it.
    const start = end < 2 ? 0 : bytes.lastIndexOf(NEWLINE, end - 2) + 1
    const line = bytes.subarray(start, end)
    if (mayMatter(line)) yield* decodeLine(line, offset + start).reverse()
    end = start
  }
}

/** What the codec makes of a line; the common case in half its time. */
function decodeLine(line: Buffer, offset: number): LogLine[] {
  const entry = parse(line)
  if (!isEntry(entry)) return decodeLines(line, { offset })
  return [{ kind: 'entry', entry, offset, length: line.length, raw: line }]
}

/** Undefined for what only the codec can tell. */
function parse(line: Buffer): unknown {
  try {
    if (isAscii(line)) return JSON.parse(line.toString('latin1'))
    return isUtf8(line) ? JSON.parse(line.toString('utf8')) : undefined
  } catch {
    return undefined
  }
}

type MayMatter = (line: Buffer) => boolean

function all(): boolean {
  return true
}

const NEWLINE = 0x0a
