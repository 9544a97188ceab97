import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/** All bytes of a log, and by which text they can be told from any other bytes. */
export type LogBytes = {
  readonly bytes: Uint8Array
  readonly fingerprint: string
  readonly version: string
}

/** A log that is larger than the server may hold. */
export type TooLarge = { readonly size: number }

/**
 * The doctor needs a log whole and several times over, while others are served: what the command takes is more than a
 * server should.
 */
export const MAX_SERVED_BYTES: number = 64 * 1024 * 1024

/** Reads a log whole; only its size where it is larger than `most`. Throws the system's error. */
export async function readLogBytes(
  path: string,
  most: number = MAX_SERVED_BYTES,
): Promise<LogBytes | TooLarge> {
  const handle = await open(path, 'r')
  try {
    const { size, mtimeNs, ino } = await handle.stat({ bigint: true })
    if (size > most) return { size: Number(size) }
    const bytes = await readAt(handle, 0, Number(size))
    const hash = createHash('sha256').update(bytes).digest('hex')
    return { bytes, fingerprint: `${bytes.length}-${hash}`, version: formatVersion({ size, mtimeNs, ino }) }
  } finally {
    await handle.close()
  }
}

export type VersionFields = { readonly size: bigint; readonly mtimeNs: bigint; readonly ino: bigint }

/** Changes whenever somebody writes to a file, or puts another in its place. */
export function formatVersion({ size, mtimeNs, ino }: VersionFields): string {
  return [ino, size, mtimeNs].join(' ')
}
