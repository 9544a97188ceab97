import { closeSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { readFully } from '../sources/read-lines.ts'

/**
 * A checksum of both ends of a file's first bytes and of some places between them: tells a file that grew from one that
 * was written anew, and in most cases from one that was edited.
 */
export function tailChecksum(path: string, length: number): number {
  const descriptor = openSync(path, 'r')
  try {
    const window = Math.min(WINDOW_BYTES, length)
    let checksum = crc32(readFully(descriptor, 0, window))
    for (let sample = 1; sample <= SAMPLES; sample++) {
      const start = Math.floor((length * sample) / (SAMPLES + 1))
      checksum = crc32(readFully(descriptor, start, Math.min(SAMPLE_BYTES, length - start)), checksum)
    }
    return crc32(readFully(descriptor, length - window, window), checksum)
  } finally {
    closeSync(descriptor)
  }
}

const WINDOW_BYTES = 4096
const SAMPLES = 14
const SAMPLE_BYTES = 256
