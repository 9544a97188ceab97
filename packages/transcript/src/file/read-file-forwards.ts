import { open } from 'node:fs/promises'
import { createLineDecoder, type LogLine } from '@antiphon/core'

/** The lines of a file from a byte on, in pieces of bounded size; none where there is no file. */
export async function* readFileForwards(path: string, from = 0): AsyncGenerator<LogLine, void, undefined> {
  const handle = await openIfThere(path)
  if (!handle) return
  try {
    const decoder = createLineDecoder({ offset: from })
    const chunk = new Uint8Array(CHUNK_BYTES)
    for (let position = from; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
      if (bytesRead === 0) break
      position += bytesRead
      yield* decoder.push(chunk.subarray(0, bytesRead))
    }
    yield* decoder.end()
  } finally {
    await handle.close()
  }
}

const CHUNK_BYTES = 256 * 1024

/** A handle for reading, or null where nothing stands at the path. */
export async function openIfThere(path: string): Promise<Awaited<ReturnType<typeof open>> | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null
    throw error
  }
}
