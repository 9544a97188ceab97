import { crc32 } from 'node:zlib'
import { readAt } from '../sources/read-lines.ts'

/** A checksum of both ends of a file's first bytes: tells a file that grew from one that was written anew. */
export function tailChecksum(path: string, length: number): number {
  const window = Math.min(WINDOW_BYTES, length)
  return crc32(readAt(path, length - window, window), crc32(readAt(path, 0, window)))
}

const WINDOW_BYTES = 4096
