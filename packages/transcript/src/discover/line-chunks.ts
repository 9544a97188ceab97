import { isAscii, isUtf8 } from 'node:buffer'
import { countMessages, decodeLines, isEntry } from '@antiphon/core'
import { type LogLine, scanEntries } from '@antiphon/core/log'
import { type ByteSource, NEWLINE, readRange } from '../file/line-edges.ts'

/** Whole lines of a file, and where they begin. */
export type LineChunk = { readonly bytes: Buffer; readonly offset: number }

type ReadChunksOptions = {
  /** How long the file is. */
  readonly size: number
  /** How many bytes to read for each chunk; the file is left where they end. */
  readonly steps: readonly number[]
}

/** Lines from the beginning on. A line that a step cuts is in the chunk of the next. */
export async function* readChunksForwards(
  source: ByteSource,
  { size, steps }: ReadChunksOptions,
): AsyncGenerator<LineChunk, void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  let position = 0
  for (const step of steps) {
    if (position >= size) return
    const read = await readRange(source, { start: position, end: Math.min(size, position + step) })
    const bytes = rest.length === 0 ? read : Buffer.concat([rest, read])
    const offset = position - rest.length
    position += read.length
    const isEnd = position >= size || read.length === 0
    const cut = isEnd ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1
    if (cut > 0) yield { bytes: bytes.subarray(0, cut), offset }
    if (isEnd) return
    rest = bytes.subarray(cut)
  }
}

/** Lines from the end on, the last chunk of the file first. */
export async function* readChunksBackwards(
  source: ByteSource,
  { size, steps }: ReadChunksOptions,
): AsyncGenerator<LineChunk, void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  let position = size
  for (const step of steps) {
    if (position <= 0) return
    const start = Math.max(0, position - step)
    const read = await readRange(source, { start, end: position })
    // The file was cut meanwhile: what was read before no longer belongs to what lies here.
    if (read.length < position - start) return
    const bytes = rest.length === 0 ? read : Buffer.concat([read, rest])
    position = start
    const cut = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1
    const isInsideLine = start > 0 && (cut === 0 || cut === bytes.length)
    if (!isInsideLine) yield { bytes: bytes.subarray(cut), offset: start + cut }
    rest = isInsideLine ? bytes : bytes.subarray(0, cut)
  }
}

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

/** How many messages a log holds, by the one definition; what tools stored for themselves is not even parsed. */
export function countLogMessages(bytes: Uint8Array): number {
  return countMessages(toValues(bytes)).messages
}

function* toValues(bytes: Uint8Array): Generator<unknown, void, undefined> {
  for (const { entry } of scanEntries(bytes)) yield entry
}

/** How many messages a file of `size` bytes may hold, if all of it is as dense as these chunks. */
export function estimateMessageCount(chunks: readonly LineChunk[], size: number): number {
  let read = 0
  let messages = 0
  for (const { bytes } of chunks) {
    read += bytes.length
    for (const mark of bytes.toString('latin1').match(MARKS) ?? []) messages += mark === MESSAGE ? 1 : -1
  }
  return read === 0 ? 0 : Math.max(1, Math.round((messages / read) * size))
}

const MESSAGE = '"parentUuid":'
// Once over a string is twice as fast as once for each of them over the bytes.
const MARKS = /"parentUuid":|"type":"progress"/g
