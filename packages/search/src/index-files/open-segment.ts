import { closeSync, fstatSync, openSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { NeededTerm } from '../query/needed-terms.ts'
import { readFully } from '../sources/read-lines.ts'
import { readBlock } from './read-block.ts'
import {
  GLUED,
  type IndexedLine,
  LINE_BYTES,
  MARK,
  type SegmentFooter,
  type StoredPart,
  TRAILER_BYTES,
} from './segment-format.ts'

/** A segment that is open for reading. */
export interface Segment {
  /** The lines that are indexed under all the terms; all lines where there are none. */
  find(terms: readonly NeededTerm[]): readonly IndexedLine[]
  close(): void
}

/** What is known of segments from before, by their paths: a segment never changes. */
export type KnownFooters = Map<string, SegmentFooter>

/** Opens a segment; throws where it is not there or was damaged, and so does `find`. */
export function openSegment(path: string, known: KnownFooters = new Map()): Segment {
  const descriptor = openSync(path, 'r')
  try {
    const footer = known.get(path) ?? readFooter(descriptor)
    known.set(path, footer)
    return createSegment(descriptor, footer)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function createSegment(descriptor: number, { blocks, lines, lineCount }: SegmentFooter): Segment {
  let table: Buffer | undefined

  /** The number of the block in which a term would stand. */
  function findBlock(text: string): number {
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((blocks[middle]?.[0] ?? '') <= text) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  /** Counts in `hits` the lines that hold the term and all terms before it. */
  function mark(term: NeededTerm, hits: Uint8Array, round: number): void {
    for (let number = findBlock(term.text); number < blocks.length; number++) {
      const block = blocks[number]
      if (!block) return
      const [first, offset, length, checksum] = block
      if (first > term.text && !(term.isPrefix && first.startsWith(term.text))) return
      const bytes = readPart(descriptor, { offset, length, checksum })
      const isLast = readBlock(bytes, term, line => {
        if (hits[line] === round) hits[line] = round + 1
      })
      if (isLast) return
    }
  }

  function lineAt(index: number): IndexedLine {
    table ??= readPart(descriptor, lines)
    const at = index * LINE_BYTES
    const range = table.readUInt32LE(at)
    const isGlued = range >= GLUED
    return {
      range: isGlued ? range - GLUED : range,
      length: table.readUInt32LE(at + 4),
      offset: table.readDoubleLE(at + 8),
      time: table.readDoubleLE(at + 16),
      isGlued,
    }
  }

  return {
    find(terms) {
      const hits = new Uint8Array(lineCount)
      const rounds = terms.slice(0, MAX_ROUNDS)
      rounds.forEach((term, round) => {
        mark(term, hits, round)
      })
      const found: IndexedLine[] = []
      for (let line = 0; line < lineCount; line++) if (hits[line] === rounds.length) found.push(lineAt(line))
      return found
    },
    close: () => closeSync(descriptor),
  }
}

// Each line counts its rounds in a byte; more terms than this narrow nothing further.
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
