import { open } from 'node:fs/promises'
import { createLineDecoder, type LogLine } from '@antiphon/core/log'

export type LineReadOptions = {
  /** The byte to begin at, which is the beginning of a line. */
  readonly from?: number
  /** Whether what stands behind the last newline is a line; not while somebody may be writing it. */
  readonly hasTail?: boolean
}

/** The lines of a file in portions of bounded size, each with its place; an unfinished last line is left for later. */
export async function* readLines(
  path: string,
  { from = 0, hasTail = false }: LineReadOptions = {},
): AsyncGenerator<readonly LogLine[], void, undefined> {
  const handle = await open(path, 'r')
  try {
    const decoder = createLineDecoder({ offset: from })
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let position = from; ; ) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
      if (bytesRead === 0) break
      position += bytesRead
      yield decoder.push(chunk.subarray(0, bytesRead))
    }
    const rest = decoder.end()
    // An object that ends where the file ends is whole, whoever forgot its newline.
    if (hasTail || rest.every(line => line.kind === 'entry')) yield rest
  } finally {
    await handle.close()
  }
}

const CHUNK_BYTES = 512 * 1024
