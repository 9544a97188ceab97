import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { TranscriptError } from '../transcript-error.ts'

/** A file that the doctor takes must fit into memory several times over: as bytes, as entries, repaired, and read back. */
export const MAX_DOCTOR_BYTES: number = 256 * 1024 * 1024

/** All bytes of a file, and which version of it they are. */
export type WholeFile = { readonly bytes: Uint8Array; readonly version: FileVersion }

/** Changes whenever somebody writes to the file or puts another in its place. */
export type FileVersion = string

/** Reads an open file to its end. Throws where it is larger than `MAX_DOCTOR_BYTES`. */
export async function readWholeFile(handle: FileHandle, path: string): Promise<WholeFile> {
  const stats = await handle.stat({ bigint: true })
  if (stats.size > MAX_DOCTOR_BYTES) throw toTooLarge(path)
  const bytes = new Uint8Array(Number(stats.size))
  let size = 0
  while (size < bytes.length) {
    const { bytesRead } = await handle.read(bytes, size, bytes.length - size, size)
    if (bytesRead === 0) break
    size += bytesRead
  }
  return { bytes: bytes.subarray(0, size), version: toVersion(stats) }
}

/** Which version of a file there is. */
export function toVersion({ dev, ino, size, mtimeNs }: BigIntStats): FileVersion {
  return [dev, ino, size, mtimeNs].join(' ')
}

function toTooLarge(path: string): TranscriptError {
  const limit = MAX_DOCTOR_BYTES / 1024 / 1024
  return new TranscriptError('io', `${path} is larger than ${limit} MB, more than the doctor can hold.`)
}
