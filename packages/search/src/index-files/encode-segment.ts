import { sortTerms, type TermPool } from './sort-terms.ts'
import type { TermTable } from './term-table.ts'

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
const LEAF_BYTES = 4096

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
const STEPS = 1
export const BITS = 2

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

/** Collects the bytes of a leaf. */
interface ByteWriter {
  /** A term by what it shares with the one before it, -1 where there is none. */
  term(pool: TermPool, previous: number, term: number): void
  /** Rising numbers in whichever form is the shortest. */
  blocks(values: Uint32Array): void
  length(): number
  /** A copy of what was collected; the next leaf begins. */
  take(): Buffer
}

/** Marks a length that does not fit in half a byte: it follows in a byte of its own. */
export const LONG = 15

function createByteWriter(): ByteWriter {
  let bytes = Buffer.allocUnsafeSlow(1 << 16)
  let used = 0

  function reserve(count: number): void {
    if (used + count > bytes.length) bytes = Buffer.concat([bytes], Math.max(bytes.length * 2, used + count))
  }

  function varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      bytes[used++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    bytes[used++] = rest
  }

  function bits(values: Uint32Array, length: number): void {
    varint(length * 4 + BITS)
    bytes.fill(0, used, used + length)
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? 0
      const at = used + (value >> 3)
      bytes[at] = (bytes[at] ?? 0) | (1 << (value & 7))
    }
    used += length
  }

  return {
    term({ bytes: pool, offsets }, previous, term) {
      const offset = offsets[term] ?? 0
      const length = pool[offset] ?? 0
      const shared = previous === -1 ? 0 : sharedBytes(pool, offsets[previous] ?? 0, offset)
      const rest = length - shared
      reserve(MAX_TERM_BYTES)
      bytes[used++] = (Math.min(LONG, shared) << 4) | Math.min(LONG, rest)
      if (shared >= LONG) bytes[used++] = shared
      if (rest >= LONG) bytes[used++] = rest
      for (let at = shared + 1; at <= length; at++) bytes[used++] = pool[offset + at] ?? 0
    },
    blocks(values) {
      const last = values[values.length - 1] ?? 0
      const bitBytes = (last >> 3) + 1
      reserve(MAX_VARINT * (values.length + 1) + bitBytes)
      if (values.length === 1) return varint(last * 4 + ONE)
      // A step takes a byte at the least.
      if (bitBytes <= values.length) return bits(values, bitBytes)
      varint(values.length * 4 + STEPS)
      let previous = 0
      for (let index = 0; index < values.length; index++) {
        const value = values[index] ?? 0
        varint(value - previous)
        previous = value
      }
    },
    length: () => used,
    take() {
      const leaf = Buffer.from(bytes.subarray(0, used))
      used = 0
      return leaf
    },
  }
}

const MAX_VARINT = 5
const MAX_TERM_BYTES = 64

function sharedBytes(pool: Uint8Array, one: number, other: number): number {
  const most = Math.min(pool[one] ?? 0, pool[other] ?? 0)
  let shared = 0
  while (shared < most && pool[one + 1 + shared] === pool[other + 1 + shared]) shared++
  return shared
}
