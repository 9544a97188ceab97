import type { FileHandle } from 'node:fs/promises'

/** True where a file has these bytes at this place. */
export async function compareBytes(file: FileHandle, place: number, bytes: Uint8Array): Promise<boolean> {
  const read = await readBytes(file, place, bytes.length)
  return Buffer.compare(read, bytes) === 0
}

/** So many bytes of a file; fewer where it ends before. */
export async function readBytes(file: FileHandle, place: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, place + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
