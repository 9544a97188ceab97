import { type FileHandle, open } from 'node:fs/promises'
import { decodeLines } from '@antiphon/core'
import { type BadLogLine, createLineDecoder, type LogLine } from '@antiphon/core/log'
import { hasCode, toTranscriptError } from '../transcript-error.ts'
import { findLineEnd, findLineStart } from './line-edges.ts'

export type ReadFileOptions = {
  /** Where to begin: the edge of a stretch that was given out. */
  readonly from?: number
  /** A line of more bytes is handed out in pieces as `too-long`, the same ones in both directions. */
  readonly maxLineBytes?: number
  /** Whether such a line is read at all: one that is skipped is one stretch of its whole length, without its bytes. */
  readonly longLines?: 'pieces' | 'skipped'
}

/** The longest line that is read as one: as in core's decoder. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024

/**
 * The lines of a file from a byte on, in pieces of bounded size; none where there is no file. A line that was torn at
 * `from` and has been finished since is given whole.
 */
export async function* readFileForwards(
  path: string,
  { from = 0, maxLineBytes = MAX_LINE_BYTES, longLines = 'pieces' }: ReadFileOptions = {},
): AsyncGenerator<LogLine, void, undefined> {
  let handle: FileHandle | null = null
  try {
    handle = await openIfThere(path)
    if (!handle) return
    // A stretch may begin inside a line, and only the whole line shows what it is.
    const offset = await findLineStart(handle, from)
    for await (const line of decodeFrom(handle, { offset, maxLineBytes, longLines }))
      if (line.offset >= from || isFinishedSince(line, from)) yield line
  } catch (error) {
    throw toTranscriptError(error, path)
  } finally {
    await handle?.close()
  }
}

/** A handle for reading, or null where nothing stands at the path. */
export async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

const CHUNK_BYTES = 256 * 1024

type DecodeOptions = Required<Omit<ReadFileOptions, 'from'>> & { readonly offset: number }

async function* decodeFrom(
  handle: FileHandle,
  options: DecodeOptions,
): AsyncGenerator<LogLine, void, undefined> {
  const { maxLineBytes, longLines } = options
  let decoder = createLineDecoder(options)
  const chunk = new Uint8Array(CHUNK_BYTES)
  for (let position = options.offset; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) break
    position += bytesRead
    for (const line of decoder.push(chunk.subarray(0, bytesRead))) {
      if (longLines === 'pieces' || !isPiece(line, maxLineBytes)) {
        yield line
        continue
      }
      // What the decoder has of it is left, and it begins anew behind the line.
      position = await findLineEnd(handle, line.offset + line.length - 1)
      decoder = createLineDecoder({ maxLineBytes, offset: position })
      yield createSkippedLine(line.offset, position)
      break
    }
  }
  yield* decoder.end()
}

function isPiece({ kind, length }: LogLine, maxLineBytes: number): boolean {
  return kind === 'bad' && length >= maxLineBytes
}

/** A line that is too long and was not read. */
export function createSkippedLine(start: number, end: number): BadLogLine {
  return { kind: 'bad', reason: 'too-long', offset: start, length: end - start, raw: NO_BYTES }
}

const NO_BYTES = new Uint8Array(0)

/** True for an entry that spans `from` and was none yet when the file ended there. */
function isFinishedSince({ kind, offset, length, raw }: LogLine, from: number): boolean {
  if (kind !== 'entry' || offset + length <= from) return false
  return decodeLines(raw.subarray(0, from - offset))[0]?.kind !== 'entry'
}
