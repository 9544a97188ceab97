import type { BlockSignatures } from './block-signatures.ts'

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

/** The content of a segment. Blocks are numbered from the newest to the oldest, so that what is read first is newest. */
export function encodeSegment(
  signatures: BlockSignatures,
  blocks: readonly LineBlock[],
): { readonly head: SegmentHead; readonly parts: readonly Buffer[] } {
  const order = newestFirst(blocks)
  const { rowCount, rowBytes, bytes } = signatures.table(order)
  const rowsAPart = Math.ceil(PART_BYTES / Math.max(1, rowBytes))
  const parts = [encodeTable(blocks, order)]
  for (let row = 0; row < rowCount; row += rowsAPart)
    parts.push(bytes.subarray(row * rowBytes, (row + rowsAPart) * rowBytes))
  return { head: { blockCount: blocks.length, rowCount, rowsAPart }, parts }
}

function newestFirst(blocks: readonly LineBlock[]): Uint32Array {
  const places = blocks.map((_, block) => block)
  return Uint32Array.from(
    places.sort((one, other) => (blocks[other]?.newest ?? 0) - (blocks[one]?.newest ?? 0) || other - one),
  )
}

function encodeTable(blocks: readonly LineBlock[], order: Uint32Array): Buffer {
  const table = Buffer.alloc(blocks.length * BLOCK_ROW_BYTES)
  order.forEach((block, place) => {
    const { range, length, offset, newest, oldest } = blocks[block] ?? NOTHING
    const at = place * BLOCK_ROW_BYTES
    table.writeUInt32LE(range, at)
    table.writeUInt32LE(length, at + 4)
    table.writeDoubleLE(offset, at + 8)
    table.writeDoubleLE(newest, at + 16)
    table.writeDoubleLE(oldest, at + 24)
  })
  return table
}

const NOTHING: LineBlock = { range: 0, length: 0, offset: 0, newest: 0, oldest: 0 }
