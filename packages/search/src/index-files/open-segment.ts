import { closeSync } from 'node:fs'
import { type CacheFile, openCacheFile } from '../cache-file.ts'
import type { NeededTerm } from '../query/search-query.ts'
import { openForReading } from '../read-lines.ts'
import { toTermBytes } from '../text/term-bytes.ts'
import {
  BITS,
  BLOCK_ROW_BYTES,
  type LineBlock,
  LONG,
  ONE,
  SEGMENT_KIND,
  type SegmentHead,
} from './encode-segment.ts'

/** A segment that is open for reading. */
interface Segment {
  /** The blocks that are indexed under all the terms, the newest first; all blocks where there are none. */
  find(terms: readonly NeededTerm[]): Generator<LineBlock, void, undefined>
  /** How many of its blocks hold the term, and how many there are. */
  count(term: NeededTerm): { readonly held: number; readonly all: number }
  close(): void
}

/** What is known of segments from before, by their paths: a segment never changes. */
export type KnownSegments = Map<string, KnownSegment>

type KnownSegment = { readonly file: CacheFile<SegmentHead>; readonly table: Buffer }

/** Opens a segment; throws where it is not there or was damaged, and so does `find` before its first block. */
export function openSegment(path: string, known: KnownSegments = new Map()): Segment {
  const descriptor = openForReading(path)
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
  const file = openCacheFile<SegmentHead>(descriptor, SEGMENT_KIND)
  if (typeof file === 'string') throw new Error(`The segment is ${file}.`)
  return { file, table: file.part(descriptor, 0) }
}

function createSegment(descriptor: number, { file, table }: KnownSegment): Segment {
  const { firsts, blockCount } = file.head

  /** The number of the leaf in which a term would stand. */
  function findLeaf(text: string): number {
    let low = 0
    let high = firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((firsts[middle] ?? '') <= text) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  /** Counts in `hits` the blocks that hold the term and all terms before it. */
  function mark({ text, isPrefix }: NeededTerm, hits: Uint8Array, round: number): void {
    const bytes = toTermBytes(text)
    const latin1 = Buffer.from(bytes).toString('latin1')
    for (let leaf = findLeaf(latin1); leaf < firsts.length; leaf++) {
      const first = firsts[leaf] ?? ''
      if (first > latin1 && !(isPrefix && first.startsWith(latin1))) return
      const isLast = readLeaf(file.part(descriptor, leaf + 1), { bytes, isPrefix }, block => {
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
    count(term) {
      const hits = new Uint8Array(blockCount)
      mark(term, hits, 0)
      return { held: hits.reduce((sum, hit) => sum + hit, 0), all: blockCount }
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

type LeafQuery = { readonly bytes: Uint8Array; readonly isPrefix: boolean }

/** Calls `take` with every block of every term of the leaf that the query means; false where later leaves may hold more. */
function readLeaf(
  leaf: Buffer,
  { bytes: wanted, isPrefix }: LeafQuery,
  take: (block: number) => void,
): boolean {
  let at = 0
  // How far the last term was like what is wanted. A term that shares more with the last one differs at the same place.
  let alike = 0
  while (at < leaf.length) {
    const lengths = leaf[at++] ?? 0
    let shared = lengths >> 4
    let rest = lengths & LONG
    if (shared === LONG) shared = leaf[at++] ?? 0
    if (rest === LONG) rest = leaf[at++] ?? 0
    const suffix = at
    at += rest
    let isMeant = false
    if (shared <= alike) {
      alike = shared
      const end = Math.min(wanted.length, shared + rest)
      while (alike < end && leaf[suffix + alike - shared] === wanted[alike]) alike++
      isMeant = alike === wanted.length && (isPrefix || shared + rest === wanted.length)
      const isBehind =
        alike === wanted.length ||
        (alike < end && (leaf[suffix + alike - shared] ?? 0) > (wanted[alike] ?? 0))
      if (!isMeant && isBehind) return true
    } else isMeant = alike === wanted.length && isPrefix
    at = isMeant ? readBlocks(leaf, at, take) : skipBlocks(leaf, at)
  }
  return false
}

/** Where a number was read, the place behind it. */
let behind = 0

function readVarint(leaf: Buffer, start: number): number {
  let at = start
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = leaf[at++] ?? 0
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  behind = at
  return value >>> 0
}

function readBlocks(leaf: Buffer, start: number, take: (block: number) => void): number {
  const head = readVarint(leaf, start)
  const value = head >>> 2
  const form = head & 3
  if (form === ONE) take(value)
  else if (form === BITS) {
    const first = behind
    for (let at = 0; at < value; at++) {
      const bits = leaf[first + at] ?? 0
      for (let bit = 0; bits >> bit !== 0; bit++) if ((bits >> bit) & 1) take(at * 8 + bit)
    }
    behind = first + value
  } else {
    let block = 0
    for (let index = 0; index < value; index++) {
      block += readVarint(leaf, behind)
      take(block)
    }
  }
  return behind
}

function skipBlocks(leaf: Buffer, start: number): number {
  const head = readVarint(leaf, start)
  const form = head & 3
  if (form === ONE) return behind
  let count = head >>> 2
  if (form === BITS) return behind + count
  let at = behind
  while (count > 0 && at < leaf.length) if ((leaf[at++] ?? 0) < 0x80) count--
  return at
}
