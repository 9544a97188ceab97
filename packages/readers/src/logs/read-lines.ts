import { type FileHandle, open } from 'node:fs/promises'
import { createLineDecoder, type LogLine } from '@antiphon/core/log'
import { createUnpacker, isPacked } from './packed.ts'

export type LineReadOptions = {
  /** The byte to begin at, which is the beginning of a line. Packed files are read from their beginning. */
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
    const decoder = createLineDecoder({ offset: isPacked(path) ? 0 : from })
    const pieces = isPacked(path) ? unpack(handle) : readPieces(handle, from)
    for await (const piece of pieces) yield decoder.push(piece)
    const rest = decoder.end()
    // An object that ends where the file ends is whole, whoever forgot its newline.
    if (hasTail || rest.every(line => line.kind === 'entry')) yield rest
  } finally {
    await handle.close()
  }
}

/** One buffer for all of them: a piece is good until the next one is asked for. */
async function* readPieces(handle: FileHandle, from: number): AsyncGenerator<Uint8Array, void, undefined> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let position = from; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

async function* unpack(handle: FileHandle): AsyncGenerator<Uint8Array, void, undefined> {
  const unpacker = createUnpacker()
  for await (const piece of readPieces(handle, 0)) yield* unpacker.push(piece, false)
  yield* unpacker.push(new Uint8Array(0), true)
}

const CHUNK_BYTES = 512 * 1024
