import { type ByteSource, NEWLINE, readRange } from '../file/line-edges.ts'

/** Whole lines of a file, and where they begin. */
export type LineChunk = { readonly bytes: Buffer; readonly offset: number }

export type ReadChunksOptions = {
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
