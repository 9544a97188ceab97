import { createLineDecoder, type LogLine } from '@antiphon/core/log'

/**
 * How far a file has been read. It remembers the last bytes that it read, so that a file that was written anew in the
 * same place shows, however long it is now.
 */
export interface ReadingPlace {
  /** Where the next read begins: some bytes before what is not read yet. */
  readFrom(): number
  /** Up to where bytes were read. */
  position(): number
  /** Behind the last finished line. */
  lineEnd(): number
  /** The lines that bytes read at `readFrom` finish; null where they do not continue what was read before. */
  take(bytes: Uint8Array): readonly LogLine[] | null
  /** Forgets the unfinished line, which its writer may take back; false where there is none. */
  stepBack(): boolean
}

/** A place, and what stands before it where that is known. */
export function createReadingPlace(from: number, bytesBefore: Uint8Array = NOTHING): ReadingPlace {
  let position = from
  let lineEnd = from
  let lastRead = copyLast(bytesBefore)
  let lastOfLines = lastRead
  let decoder = createLineDecoder({ offset: from })

  return {
    readFrom: () => position - lastRead.length,
    position: () => position,
    lineEnd: () => lineEnd,
    take(bytes) {
      const known = lastRead.length
      if (Buffer.compare(bytes.subarray(0, known), lastRead) !== 0) return null
      const lines = decoder.push(bytes.subarray(known))
      position += bytes.length - known
      lastRead = copyLast(bytes)
      const last = lines.at(-1)
      if (last) {
        lineEnd = last.offset + last.length
        lastOfLines = copyLast(bytes.subarray(0, bytes.length - (position - lineEnd)))
      }
      return lines
    },
    stepBack() {
      if (position === lineEnd) return false
      position = lineEnd
      lastRead = lastOfLines
      decoder = createLineDecoder({ offset: lineEnd })
      return true
    },
  }
}

const NOTHING = new Uint8Array(0)

/** Enough to hold the uuid and the time of an entry, which no other line shares. */
export const REMEMBERED_BYTES = 512

function copyLast(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.subarray(-REMEMBERED_BYTES))
}
