import { readAt } from '../read-lines.ts'
import type { SourceRange } from '../sources/list-sources.ts'

/**
 * What stands in short stretches that no index knows, such as a last line without its end: each search looks into all of
 * them, and opening a file takes longer than looking. Good as long as no file changed.
 */
export interface RestBytes {
  /** The bytes of a stretch; nothing where it is long, or where enough is remembered. Throws what the system throws. */
  read(range: SourceRange): Buffer | undefined
}

export function createRestBytes(): RestBytes {
  const known = new Map<SourceRange, Buffer>()
  let held = 0
  return {
    read(range) {
      const before = known.get(range)
      if (before) return before
      const { file, start, end } = range
      if (end - start > LONGEST_BYTES || held + end - start > MOST_BYTES) return undefined
      const bytes = readAt(file.path, start, end - start)
      // One that was cut meanwhile is read again.
      if (bytes.length < end - start) return undefined
      held += bytes.length
      known.set(range, bytes)
      return bytes
    },
  }
}

/** Up to here a stretch is read as fast as its time is found. */
export const SHORT_BYTES: number = 1 << 16
const LONGEST_BYTES = 1 << 19
const MOST_BYTES = 8 << 20
