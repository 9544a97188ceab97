import { decodeLines, type LogLine } from '@antiphon/core'
import { openIfThere } from './read-file-forwards.ts'

/** The lines of a file from its end, or from `from`, to its beginning, last first; reads no more than it is asked for. */
export async function* readFileBackwards(
  path: string,
  from?: number,
): AsyncGenerator<LogLine, void, undefined> {
  const handle = await openIfThere(path)
  if (!handle) return
  try {
    let end = from ?? (await handle.stat()).size
    // Bytes behind `end` whose line begins before it, in the order of the file.
    let pieces: Uint8Array[] = []
    let chunkBytes = FIRST_CHUNK_BYTES
    while (end > 0) {
      const start = Math.max(0, end - chunkBytes)
      const chunk = await readRange(handle, start, end)
      const cut = start === 0 ? 0 : firstLineStart(chunk)
      if (cut === -1) pieces = [chunk, ...pieces]
      else {
        const bytes = Buffer.concat([chunk.subarray(cut), ...pieces])
        pieces = cut === 0 ? [] : [chunk.subarray(0, cut)]
        yield* decodeLines(bytes, { offset: start + cut }).reverse()
      }
      end = start
      chunkBytes = Math.min(chunkBytes * 2, MAX_CHUNK_BYTES)
    }
  } finally {
    await handle.close()
  }
}

const FIRST_CHUNK_BYTES = 64 * 1024
const MAX_CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** The first byte that surely begins a line: the one behind a newline; -1 where the chunk is inside one line. */
function firstLineStart(chunk: Uint8Array): number {
  // A newline that ends the chunk says where the next line begins, and that one is not in here.
  const newline = chunk.subarray(0, -1).indexOf(NEWLINE)
  return newline === -1 ? -1 : newline + 1
}

async function readRange(
  handle: NonNullable<Awaited<ReturnType<typeof openIfThere>>>,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled)
    // The file was cut while it was read: what is left stays zeros, and is reported as such.
    if (bytesRead === 0) return bytes.subarray(0, filled)
    filled += bytesRead
  }
  return bytes
}
