/**
 * A segment file: sorted terms in leaves, the table of blocks, then a footer that says where they are; the last bytes
 * say where the footer is. Everything that is read carries a checksum. A segment never changes after it was written.
 */
export type SegmentFooter = {
  readonly table: StoredPart
  readonly blockCount: number
  readonly leaves: readonly StoredLeaf[]
}

/** Where a part lies, and the CRC-32 of its bytes. */
export type StoredPart = { readonly offset: number; readonly length: number; readonly checksum: number }

/** A leaf's first term with a byte for each character, its offset, length and checksum. */
export type StoredLeaf = readonly [first: string, offset: number, length: number, checksum: number]

/** The footer's offset, length and checksum, and the mark of the format. */
export const TRAILER_BYTES = 24
export const MARK = 'antiphn2'

/** Bytes of a block in the table: number of its range, length, offset, newest, oldest. */
export const BLOCK_ROW_BYTES = 32

/** A leaf is closed when it holds so many bytes: it is read whole to find one term. */
export const LEAF_BYTES = 4096

/** Lines of a log that follow each other: what a term points to. They are read again before they count. */
export type LineBlock = {
  /** The number of its range in the segment. */
  readonly range: number
  readonly offset: number
  readonly length: number
  /** Of its newest entry. */
  readonly newest: number
  /** Of its oldest entry. */
  readonly oldest: number
}

/** How a term's blocks are stored, in the lowest bits of a number: one block, steps from one to the next, or a bit for each. */
export const ONE = 0
export const STEPS = 1
export const BITS = 2
