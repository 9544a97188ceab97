import { type FileHandle, open } from 'node:fs/promises'
import { createLineDecoder, decodeLines, type LogLine } from '@antiphon/core'
import { toTranscriptError } from '../transcript-error.ts'
import { findLineStart } from './line-edges.ts'

export type ReadFileOptions = {
  /** Where to begin: the edge of a stretch that was given out. */
  readonly from?: number
  /** A line of more bytes is handed out in pieces as `too-long`, the same ones in both directions. */
  readonly maxLineBytes?: number
}

/** The longest line that is read as one: as in core's decoder. */
export const MAX_LINE_BYTES: number = 64 * 1024 * 1024

/**
 * The lines of a file from a byte on, in pieces of bounded size; none where there is no file. A line that was torn at
 * `from` and has been finished since is given whole.
 */
export async function* readFileForwards(
  path: string,
  { from = 0, maxLineBytes = MAX_LINE_BYTES }: ReadFileOptions = {},
): AsyncGenerator<LogLine, void, undefined> {
  let handle: FileHandle | null = null
  try {
    handle = await openIfThere(path)
    if (!handle) return
    // A stretch may begin inside a line, and only the whole line shows what it is.
    const offset = await findLineStart(handle, from)
    for await (const line of decodeFrom(handle, { offset, maxLineBytes }))
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
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}

const CHUNK_BYTES = 256 * 1024

async function* decodeFrom(
  handle: FileHandle,
  options: { readonly offset: number; readonly maxLineBytes: number },
): AsyncGenerator<LogLine, void, undefined> {
  const decoder = createLineDecoder(options)
  const chunk = new Uint8Array(CHUNK_BYTES)
  for (let position = options.offset; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) break
    position += bytesRead
    yield* decoder.push(chunk.subarray(0, bytesRead))
  }
  yield* decoder.end()
}

/** True for an entry that spans `from` and was none yet when the file ended there. */
function isFinishedSince({ kind, offset, length, raw }: LogLine, from: number): boolean {
  if (kind !== 'entry' || offset + length <= from) return false
  return decodeLines(raw.subarray(0, from - offset))[0]?.kind !== 'entry'
}
