import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { findLineEnd, NEWLINE, readAt } from './read-at.ts'

/** A line of a file, to be sent as it is read. */
export type OpenLine = { readonly bytes: number; readonly body: Readable }

/** The line that begins at a position, its newline included; null where none begins there. */
export async function openLine(path: string, seq: number): Promise<OpenLine | null> {
  const end = await findEnd(path, seq)
  if (end === null) return null
  return { bytes: end - seq, body: createReadStream(path, { start: seq, end: end - 1 }) }
}

async function findEnd(path: string, seq: number): Promise<number | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const isStart = seq === 0 || (await readAt(file, seq - 1, 1))[0] === NEWLINE
    if (seq >= size || !isStart) return null
    return (await findLineEnd(file, { from: seq, end: size })) ?? size
  } finally {
    await file.close()
  }
}
