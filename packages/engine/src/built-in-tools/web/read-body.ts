import type { IncomingMessage } from 'node:http'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The whole body, unpacked; null when it is larger than allowed, packed or unpacked. Rejects when it is damaged or cut off. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  const stream = unpack(response)
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > maxBytes) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    response.destroy()
    stream.destroy()
  }
}

function unpack(response: IncomingMessage): Readable {
  const encodings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
  return encodings.toReversed().reduce<Readable>((stream, encoding) => {
    const decoder = createDecoder(encoding)
    // The reader of the last stream sees what went wrong in any of them.
    return decoder ? pipeline(stream, decoder, () => {}) : stream
  }, response)
}

function createDecoder(encoding: string): Duplex | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}
