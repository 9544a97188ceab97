import { closeSync, fstatSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { NeededTerm } from '../query/needed-terms.ts'
import { readFully } from '../sources/read-lines.ts'
import { toTermBytes } from '../text/term-bytes.ts'
import { readLeaf } from './read-leaf.ts'
import {
  BLOCK_ROW_BYTES,
  type LineBlock,
  MARK,
  type SegmentFooter,
  type StoredPart,
  TRAILER_BYTES,
} from './segment-format.ts'

/** A segment that is open for reading. */
export interface Segment {
  /** The blocks that are indexed under all the terms, the newest first; all blocks where there are none. */
  find(terms: readonly NeededTerm[]): Generator<LineBlock, void, undefined>
  close(): void
}

/** What is known of segments from before, by their paths: a segment never changes. */
export type KnownSegments = Map<string, KnownSegment>

export type KnownSegment = { readonly footer: SegmentFooter; readonly table: Buffer }

/** Opens a segment; throws where it is not there or was damaged, and so does `find` before its first block. */
export function openSegment(path: string, known: KnownSegments = new Map()): Segment {
  const descriptor = openSync(path, 'r')
  try {
    const segment = known.get(path) ?? readKnown(descriptor)
    known.set(path, segment)
    return createSegment(descriptor, segment)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function readKnown(descriptor: number): KnownSegment {
  const footer = readFooter(descriptor)
  return { footer, table: readPart(descriptor, footer.table) }
}

function createSegment(descriptor: number, { footer, table }: KnownSegment): Segment {
  const { leaves, blockCount } = footer

  /** The number of the leaf in which a term would stand. */
  function findLeaf(text: string): number {
    let low = 0
    let high = leaves.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((leaves[middle]?.[0] ?? '') <= text) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  /** Counts in `hits` the blocks that hold the term and all terms before it. */
  function mark({ text, isPrefix }: NeededTerm, hits: Uint8Array, round: number): void {
    const bytes = toTermBytes(text)
    const latin1 = Buffer.from(bytes).toString('latin1')
    for (let number = findLeaf(latin1); number < leaves.length; number++) {
      const leaf = leaves[number]
      if (!leaf) return
      const [first, offset, length, checksum] = leaf
      if (first > latin1 && !(isPrefix && first.startsWith(latin1))) return
      const stored = readPart(descriptor, { offset, length, checksum })
      const isLast = readLeaf(stored, { bytes, isPrefix }, block => {
        if (hits[block] === round) hits[block] = round + 1
      })
      if (isLast) return
    }
  }

  function* blocksWith(hits: Uint8Array, count: number): Generator<LineBlock, void, undefined> {
    for (let block = hits.indexOf(count); block !== -1; block = hits.indexOf(count, block + 1))
      yield readRow(table, block)
  }

  return {
    find(terms) {
      const hits = new Uint8Array(blockCount)
      const rounds = terms.slice(0, MAX_ROUNDS)
      rounds.forEach((term, round) => {
        mark(term, hits, round)
      })
      return blocksWith(hits, rounds.length)
    },
    close: () => closeSync(descriptor),
  }
}

function readRow(table: Buffer, block: number): LineBlock {
  const at = block * BLOCK_ROW_BYTES
  return {
    range: table.readUInt32LE(at),
    length: table.readUInt32LE(at + 4),
    offset: table.readDoubleLE(at + 8),
    newest: table.readDoubleLE(at + 16),
    oldest: table.readDoubleLE(at + 24),
  }
}

// Each block counts its rounds in a byte; more terms than this narrow nothing further.
const MAX_ROUNDS = 200

function readFooter(descriptor: number): SegmentFooter {
  const { size } = fstatSync(descriptor)
  const trailer = readFully(descriptor, Math.max(0, size - TRAILER_BYTES), TRAILER_BYTES)
  if (trailer.length < TRAILER_BYTES || trailer.toString('latin1', 16) !== MARK) throw damaged()
  const offset = trailer.readDoubleLE(0)
  const length = trailer.readUInt32LE(8)
  if (!(offset >= 0 && offset + length + TRAILER_BYTES === size)) throw damaged()
  const bytes = readPart(descriptor, { offset, length, checksum: trailer.readUInt32LE(12) })
  // The checksum is right: it is what `encodeSegment` wrote.
  return JSON.parse(bytes.toString()) as SegmentFooter
}

function readPart(descriptor: number, { offset, length, checksum }: StoredPart): Buffer {
  const bytes = readFully(descriptor, offset, length)
  if (bytes.length !== length || crc32(bytes) !== checksum) throw damaged()
  return bytes
}

function damaged(): Error {
  return new Error('The segment is damaged.')
}
