import { createByteWriter } from './byte-writer.ts'
import { BLOCK_ROW_BYTES, LEAF_BYTES, type LineBlock, type SegmentHead } from './segment-format.ts'
import { sortTerms, type TermPool } from './sort-terms.ts'
import type { TermTable } from './term-table.ts'

/** The content of a segment. Blocks are numbered from the newest to the oldest, so that what is read first is newest. */
export function encodeSegment(
  terms: TermTable,
  blocks: readonly LineBlock[],
): { readonly head: SegmentHead; readonly parts: readonly Buffer[] } {
  const order = newestFirst(blocks)
  const leaves = [...encodeLeaves(terms, order)]
  return {
    head: { blockCount: blocks.length, firsts: leaves.map(({ first }) => first) },
    parts: [encodeTable(blocks, order), ...leaves.map(({ bytes }) => bytes)],
  }
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

function* encodeLeaves(
  terms: TermTable,
  order: Uint32Array,
): Generator<{ readonly first: string; readonly bytes: Buffer }> {
  const writer = createByteWriter()
  const pool = terms.pool()
  const blocksOf = terms.group(order)
  let first = ''
  let previous = -1
  for (const term of sortTerms(pool)) {
    if (writer.length() === 0) {
      first = toLatin1(pool, term)
      previous = -1
    }
    writer.term(pool, previous, term)
    writer.blocks(blocksOf(term))
    previous = term
    if (writer.length() >= LEAF_BYTES) yield { first, bytes: writer.take() }
  }
  if (writer.length() > 0) yield { first, bytes: writer.take() }
}

function toLatin1({ bytes, offsets }: TermPool, term: number): string {
  const offset = offsets[term] ?? 0
  return Buffer.from(bytes.subarray(offset + 1, offset + 1 + (bytes[offset] ?? 0))).toString('latin1')
}
