/**
 * A segment is a kept file that names blocks of lines by the terms in them: its parts are the table of blocks and then
 * leaves of sorted terms. It never changes after it was written.
 */
export const SEGMENT_KIND = { name: 'antiphon segment', version: 3 } as const

export type SegmentHead = {
  readonly blockCount: number
  /** The first term of each leaf, with a byte for each character. */
  readonly firsts: readonly string[]
}

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
