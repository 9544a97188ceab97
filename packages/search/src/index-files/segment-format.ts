/**
 * A segment file: sorted terms in blocks, the table of lines, then a footer that says where they are; the last bytes
 * say where the footer is. Everything that is read carries a checksum. A segment never changes after it was written.
 */
export type SegmentFooter = {
  readonly lines: StoredPart
  readonly lineCount: number
  readonly blocks: readonly StoredBlock[]
}

/** Where a part lies, and the CRC-32 of its bytes. */
export type StoredPart = { readonly offset: number; readonly length: number; readonly checksum: number }

/** A block's first term, offset, length and checksum. */
export type StoredBlock = readonly [first: string, offset: number, length: number, checksum: number]

/** The footer's offset, length and checksum, and the mark of the format. */
export const TRAILER_BYTES = 24
export const MARK = 'antiphn1'

/** Bytes of a line in the table: number of its range, length, offset, time. */
export const LINE_BYTES = 24

/** A block is closed when it holds so many bytes: it is read whole to find one term. */
export const BLOCK_BYTES = 4096

/** A line of the log that a segment knows. */
export type IndexedLine = {
  /** The number of its range in the segment. */
  readonly range: number
  readonly offset: number
  readonly length: number
  /** Of its newest entry. */
  readonly time: number
  /** True where lines are glued: the others may be older. */
  readonly isGlued: boolean
}

/** Set in the number of the range of a line that is glued. */
export const GLUED = 0x80000000
