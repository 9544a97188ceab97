import type { FileHandle } from 'node:fs/promises'
import { decodeLines } from '@antiphon/core'
import type { BadLogLine, LogLine } from '@antiphon/core/log'
import { toTranscriptError } from '../transcript-error.ts'
import { type ByteRange, findLineEnd, findLineStart, NEWLINE, readRange } from './line-edges.ts'
import { createSkippedLine, MAX_LINE_BYTES, openIfThere, type ReadFileOptions } from './read-file-forwards.ts'

/**
 * The lines of a file from its end, or from `from`, to its beginning, last first: those of `readFileForwards`. Reads
 * little more than it is asked for, and holds no more than one line.
 */
export async function* readFileBackwards(
  path: string,
  { from, maxLineBytes = MAX_LINE_BYTES, longLines = 'pieces' }: ReadFileOptions = {},
): AsyncGenerator<LogLine, void, undefined> {
  let handle: FileHandle | null = null
  try {
    handle = await openIfThere(path)
    if (!handle) return
    const source = { handle, maxBytes: maxLineBytes, longLines }
    const { size } = await handle.stat()
    let end = Math.min(from ?? size, size)
    if (end < size && end > 0) {
      const start = await findLineStart(handle, end)
      if (start < end) {
        const line = { start, end: await findLineEnd(handle, end), bytes: null }
        for await (const stretch of decodeLine(source, line)) yield* cutAt(stretch, end)
        end = start
      }
    }
    for await (const line of findLines(source, end)) yield* decodeLine(source, line)
  } catch (error) {
    throw toTranscriptError(error, path)
  } finally {
    await handle?.close()
  }
}

/** Where a line lies; its bytes where they are at hand. */
type FoundLine = ByteRange & { readonly bytes: Uint8Array | null }

type LineSource = {
  readonly handle: FileHandle
  readonly maxBytes: number
  readonly longLines: NonNullable<ReadFileOptions['longLines']>
}

const FIRST_CHUNK_BYTES = 64 * 1024
const MAX_CHUNK_BYTES = 1024 * 1024

async function* findLines(
  { handle, maxBytes }: LineSource,
  fileEnd: number,
): AsyncGenerator<FoundLine, void, undefined> {
  const line = createLineHolder(maxBytes)
  let lineEnd = fileEnd
  let chunkBytes = FIRST_CHUNK_BYTES
  for (let end = fileEnd; end > 0; ) {
    const start = Math.max(0, end - chunkBytes)
    const chunk = await readRange(handle, { start, end })
    if (start + chunk.length < end) {
      // The file was cut while it was read: what was held of a line behind the cut is gone.
      line.take()
      lineEnd = start + chunk.length
    }
    let cut = chunk.length
    // The last byte of a line is its own newline, or no newline at all.
    let before = start + cut === lineEnd ? cut - 1 : cut
    for (let newline = findBefore(chunk, before); newline !== -1; newline = findBefore(chunk, before)) {
      line.hold(chunk.subarray(newline + 1, cut))
      yield { start: start + newline + 1, end: lineEnd, bytes: line.take() }
      lineEnd = start + newline + 1
      cut = newline + 1
      before = newline
    }
    line.hold(chunk.subarray(0, cut))
    end = start
    chunkBytes = Math.min(chunkBytes * 2, MAX_CHUNK_BYTES)
  }
  if (lineEnd > 0) yield { start: 0, end: lineEnd, bytes: line.take() }
}

function findBefore(chunk: Buffer, end: number): number {
  return end > 0 ? chunk.lastIndexOf(NEWLINE, end - 1) : -1
}

/** Collects a line from its end and joins it once; of a line that may not be held it keeps nothing. */
function createLineHolder(maxBytes: number): {
  readonly hold: (piece: Uint8Array) => void
  readonly take: () => Uint8Array | null
} {
  let pieces: Uint8Array[] = []
  let size = 0
  return {
    hold(piece) {
      size += piece.length
      if (size > maxBytes) pieces = []
      else pieces.push(piece)
    },
    take() {
      const bytes = size > maxBytes ? null : joinReversed(pieces)
      pieces = []
      size = 0
      return bytes
    },
  }
}

function joinReversed(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces
  return pieces.length === 1 && first ? first : Buffer.concat(pieces.toReversed())
}

/** The stretches of a line, last first. */
async function* decodeLine(
  source: LineSource,
  { start, end, bytes }: FoundLine,
): AsyncGenerator<LogLine, void, undefined> {
  const { handle, maxBytes } = source
  const line = bytes ?? (end - start <= maxBytes ? await readRange(handle, { start, end }) : null)
  // As in core's decoder: the newline is not counted, and a line that fills the limit without one is too long.
  const isWhole = line !== null && (line.length < maxBytes || line.at(-1) === NEWLINE)
  if (isWhole) yield* decodeLines(line, { offset: start }).reverse()
  else if (source.longLines === 'skipped') yield createSkippedLine(start, end)
  else yield* readPieces(source, { start, end })
}

async function* readPieces(
  { handle, maxBytes }: LineSource,
  { start, end }: ByteRange,
): AsyncGenerator<BadLogLine, void, undefined> {
  const pieces = Math.ceil((end - start) / maxBytes)
  for (let piece = pieces - 1; piece >= 0; piece--) {
    const offset = start + piece * maxBytes
    const raw = await readRange(handle, { start: offset, end: Math.min(end, offset + maxBytes) })
    const reason = raw.every(byte => byte === 0) ? 'nul' : 'too-long'
    if (raw.length > 0) yield { kind: 'bad', reason, offset, length: raw.length, raw }
  }
}

/** What of a stretch lies before `end`: all of it, or what it was while the file still ended there. */
function cutAt(stretch: LogLine, end: number): readonly LogLine[] {
  const { offset, length, raw } = stretch
  if (offset + length <= end) return [stretch]
  if (raw.length === 0 && offset < end) return [createSkippedLine(offset, end)]
  return offset < end ? decodeLines(raw.subarray(0, end - offset), { offset }).reverse() : []
}
