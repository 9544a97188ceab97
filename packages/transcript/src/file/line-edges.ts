/** Where bytes are read from: an open file. */
export interface ByteSource {
  /** Reads up to `length` bytes from `position` on into `bytes`, `offset` bytes behind its beginning. */
  read(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
}

export type ByteRange = { readonly start: number; readonly end: number }

/** The bytes of a file from `start` to `end`; fewer where it was cut meanwhile. */
export async function readRange(source: ByteSource, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(end - start)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await source.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) return bytes.subarray(0, filled)
    filled += bytesRead
  }
  return bytes
}

/** Where the line begins that reaches up to `position` or over it. */
export async function findLineStart(source: ByteSource, position: number): Promise<number> {
  for (let end = position; end > 0; ) {
    const start = Math.max(0, end - CHUNK_BYTES)
    const newline = (await readRange(source, { start, end })).lastIndexOf(NEWLINE)
    if (newline !== -1) return start + newline + 1
    end = start
  }
  return 0
}

/** Where the line ends, newline included, that begins at `position` or before it. */
export async function findLineEnd(source: ByteSource, position: number): Promise<number> {
  for (let start = position; ; ) {
    const chunk = await readRange(source, { start, end: start + CHUNK_BYTES })
    const newline = chunk.indexOf(NEWLINE)
    if (newline !== -1) return start + newline + 1
    start += chunk.length
    if (chunk.length < CHUNK_BYTES) return start
  }
}

export const NEWLINE = 0x0a

const CHUNK_BYTES = 64 * 1024
