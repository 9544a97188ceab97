import type { FileHandle } from 'node:fs/promises'

/** The bytes from a position on; fewer only where the file ends. */
export async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Behind the next newline at or behind a position; null where there is none up to `end`, or nobody waits for it. */
export async function findLineEnd(
  file: FileHandle,
  { from, end, signal }: { readonly from: number; readonly end: number; readonly signal?: AbortSignal },
): Promise<number | null> {
  for (let at = from; at < end && !signal?.aborted; at += CHUNK_BYTES) {
    const newline = (await readAt(file, at, Math.min(CHUNK_BYTES, end - at))).indexOf(NEWLINE)
    if (newline !== -1) return at + newline + 1
  }
  return null
}

export const NEWLINE = 0x0a
const CHUNK_BYTES = 1 << 20
