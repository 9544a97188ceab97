import type { FileHandle } from 'node:fs/promises'

export type ByteRange = { readonly start: number; readonly end: number }

/** The bytes of a file from `start` to `end`; fewer where it was cut meanwhile. */
export async function readRange(handle: FileHandle, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(end - start)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) return bytes.subarray(0, filled)
    filled += bytesRead
  }
  return bytes
}

/** Where the line begins that reaches up to `position` or over it. */
export async function findLineStart(handle: FileHandle, position: number): Promise<number> {
  for (let end = position; end > 0; ) {
    const start = Math.max(0, end - CHUNK_BYTES)
    const newline = (await readRange(handle, { start, end })).lastIndexOf(NEWLINE)
    if (newline !== -1) return start + newline + 1
    end = start
  }
  return 0
}

/** Where the line ends, newline included, that begins at `position` or before it. */
export async function findLineEnd(handle: FileHandle, position: number): Promise<number> {
  for (let start = position; ; ) {
    const chunk = await readRange(handle, { start, end: start + CHUNK_BYTES })
    const newline = chunk.indexOf(NEWLINE)
    if (newline !== -1) return start + newline + 1
    start += chunk.length
    if (chunk.length < CHUNK_BYTES) return start
  }
}

export const NEWLINE = 0x0a

const CHUNK_BYTES = 64 * 1024
