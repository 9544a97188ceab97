import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A line of a file, to be sent as it is read. */
export type OpenLine = { readonly bytes: number; readonly body: Readable }

/** The line that begins at a position, its newline included; null where none begins there. */
export async function openLine(path: string, seq: number): Promise<OpenLine | null> {
  const end = await findEnd(path, seq)
  if (end === null) return null
  return { bytes: end - seq, body: createReadStream(path, { start: seq, end: end - 1 }) }
}

async function findEnd(path: string, seq: number): Promise<number | null> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    if (seq >= size || !(await beginsLine(handle, seq))) return null
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let at = seq; at < size; at += chunk.length) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, at)
      const newline = chunk.subarray(0, bytesRead).indexOf(NEWLINE)
      if (newline !== -1) return at + newline + 1
    }
    return size
  } finally {
    await handle.close()
  }
}

async function beginsLine(handle: FileHandle, seq: number): Promise<boolean> {
  if (seq === 0) return true
  const before = Buffer.alloc(1)
  await handle.read(before, 0, 1, seq - 1)
  return before[0] === NEWLINE
}

const CHUNK_BYTES = 1 << 20
const NEWLINE = 0x0a
