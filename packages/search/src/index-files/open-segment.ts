import { closeSync } from 'node:fs'
import { type CacheFile, openCacheFile } from '../cache-file.ts'
import { openForReading } from '../read-lines.ts'
import { rowsOf } from '../text/term-hash.ts'
import { BLOCK_ROW_BYTES, type LineBlock, SEGMENT_KIND, type SegmentHead } from './encode-segment.ts'

/** A segment that is open for reading. */
interface Segment {
  /** The blocks that may hold words that begin with all the terms, the newest first; all blocks where there are none. */
  find(terms: readonly string[]): Generator<LineBlock, void, undefined>
  /** How many of its blocks may hold the term, and how many there are. */
  count(term: string): { readonly held: number; readonly all: number }
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
  const { blockCount, rowCount, rowsAPart } = file.head
  const rowBytes = Math.ceil(blockCount / 8)

  function readRow(row: number): Buffer {
    const part = file.part(descriptor, 1 + Math.floor(row / rowsAPart))
    const start = (row % rowsAPart) * rowBytes
    return part.subarray(start, start + rowBytes)
  }

  /** A bit for each block that has all rows. */
  function join(terms: readonly string[]): Buffer {
    const joined = Buffer.alloc(rowBytes, 0xff)
    const rows = new Set(terms.flatMap(rowsOf).map(row => row % rowCount))
    for (const row of rows) {
      const bits = readRow(row)
      for (let at = 0; at < rowBytes; at++) joined[at] = (joined[at] ?? 0) & (bits[at] ?? 0)
    }
    return joined
  }

  function* blocksOf(bits: Buffer): Generator<LineBlock, void, undefined> {
    for (let block = 0; block < blockCount; block++) if (isSet(bits, block)) yield readBlock(table, block)
  }

  return {
    find: terms => blocksOf(join(terms)),
    count(term) {
      const bits = join([term])
      let held = 0
      for (let block = 0; block < blockCount; block++) held += Number(isSet(bits, block))
      return { held, all: blockCount }
    },
    close: () => closeSync(descriptor),
  }
}

function isSet(bits: Buffer, block: number): boolean {
  return (((bits[block >> 3] ?? 0) >> (block & 7)) & 1) === 1
}

function readBlock(table: Buffer, block: number): LineBlock {
  const at = block * BLOCK_ROW_BYTES
  return {
    range: table.readUInt32LE(at),
    length: table.readUInt32LE(at + 4),
    offset: table.readDoubleLE(at + 8),
    newest: table.readDoubleLE(at + 16),
    oldest: table.readDoubleLE(at + 24),
  }
}
