import { encodeSignatures } from './encode-signatures.ts'

/**
 * A segment is a kept file that names blocks of lines by the beginnings of the terms in them: its parts are the table of
 * blocks and then some rows of signatures each. It never changes after it was written.
 */
export const SEGMENT_KIND = { name: 'antiphon segment', version: 4 } as const

export type SegmentHead = {
  readonly blockCount: number
  readonly rowCount: number
  /** How many rows a part holds: it is read whole to look at one. */
  readonly rowsAPart: number
}

/** Bytes of a block in the table: number of its range, length, offset, newest, oldest. */
export const BLOCK_ROW_BYTES = 32

const PART_BYTES = 4096

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

/** A block, and the beginnings of the terms in it. */
export type SignedBlock = LineBlock & { readonly signature: Int32Array }

/** The content of a segment. Blocks are numbered from the newest to the oldest, so that what is read first is newest. */
export function encodeSegment(blocks: readonly SignedBlock[]): {
  readonly head: SegmentHead
  readonly parts: readonly Buffer[]
} {
  const order = newestFirst(blocks)
  const { rowCount, rowBytes, bytes } = encodeSignatures(order.map(({ signature }) => signature))
  const rowsAPart = Math.ceil(PART_BYTES / Math.max(1, rowBytes))
  const parts = [encodeTable(order)]
  for (let row = 0; row < rowCount; row += rowsAPart)
    parts.push(bytes.subarray(row * rowBytes, (row + rowsAPart) * rowBytes))
  return { head: { blockCount: blocks.length, rowCount, rowsAPart }, parts }
}

function newestFirst(blocks: readonly SignedBlock[]): readonly SignedBlock[] {
  // Of those of one time what was written last.
  return blocks.toReversed().sort((one, other) => other.newest - one.newest)
}

function encodeTable(blocks: readonly LineBlock[]): Buffer {
  const table = Buffer.alloc(blocks.length * BLOCK_ROW_BYTES)
  for (const [place, { range, length, offset, newest, oldest }] of blocks.entries()) {
    const at = place * BLOCK_ROW_BYTES
    table.writeUInt32LE(range, at)
    table.writeUInt32LE(length, at + 4)
    table.writeDoubleLE(offset, at + 8)
    table.writeDoubleLE(newest, at + 16)
    table.writeDoubleLE(oldest, at + 24)
  }
  return table
}
