import type { TakeTerms } from '../text/create-term-reader.ts'
import { hashNext, isKeptLength, MOST_ROWS, NO_UNITS, rowOf } from '../text/term-hash.ts'

/** What blocks hold: a row for each beginning of a term, some of which share one, and in it a bit for each block. */
export type SignatureTable = { readonly rowCount: number; readonly rowBytes: number; readonly bytes: Buffer }

/** The signatures of blocks under construction. */
export interface BlockSignatures extends TakeTerms {
  /** What is taken from now on stands in the next block. */
  startBlock(): void
  /** The table of all blocks, the first of `order` first. */
  table(order: Uint32Array): SignatureTable
}

/** A bit is set for each beginning of a term: so a word is known by any beginning of it, without a list of words. */
export function createBlockSignatures(): BlockSignatures {
  let words = new Int32Array(WORDS * 8)
  let first = -WORDS
  let last = 0

  function mark(row: number): void {
    const word = first + (row >>> 5)
    words[word] = (words[word] ?? 0) | (1 << row)
  }

  return {
    startBlock() {
      first += WORDS
      last += WORDS
      if (last <= words.length) return
      const larger = new Int32Array(words.length * 2)
      larger.set(words)
      words = larger
    },
    takeAscii(bytes, start, end) {
      let hash = NO_UNITS
      for (let at = start; at < end; at++) {
        hash = hashNext(hash, (bytes[at] ?? 0) | CASE_BIT)
        if (isKeptLength(at + 1 - start)) mark(rowOf(hash))
      }
    },
    takeUnits(folded, start, end) {
      let hash = NO_UNITS
      for (let at = start; at < end; at++) {
        hash = hashNext(hash, folded.charCodeAt(at))
        if (isKeptLength(at + 1 - start)) mark(rowOf(hash))
      }
    },
    table: order => transpose(words, order, foldRows(words.subarray(0, last))),
  }
}

/** Letters and digits of ASCII lose their case with one bit. */
const CASE_BIT = 0x20
const WORDS = MOST_ROWS / 32

/** Lays the upper half of all signatures upon the lower one for as long as they stay sparse; gives how many rows are left. */
function foldRows(words: Int32Array): number {
  let kept = WORDS
  while (kept > 1 && countBits(words, kept) * 2 <= (words.length / WORDS) * kept * 32 * MOST_FILLED) {
    kept /= 2
    for (let block = 0; block < words.length; block += WORDS)
      for (let at = block; at < block + kept; at++) words[at] = (words[at] ?? 0) | (words[at + kept] ?? 0)
  }
  return kept * 32
}

/** Fuller ones name too many blocks in vain, and emptier ones are large. */
const MOST_FILLED = 0.25

function countBits(words: Int32Array, kept: number): number {
  let count = 0
  for (let block = 0; block < words.length; block += WORDS)
    for (let at = block; at < block + kept; at++) count += bitsOf(words[at] ?? 0)
  return count
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** From a signature for each block to a row for each bit of them, eight blocks a byte. */
function transpose(words: Int32Array, order: Uint32Array, rowCount: number): SignatureTable {
  const rowBytes = Math.ceil(order.length / 8)
  const bytes = Buffer.alloc(rowCount * rowBytes)
  // Eight blocks at once, so that what is written lies together.
  for (let column = 0; column < rowBytes; column++)
    for (let word = 0; word < rowCount / 32; word++)
      for (let bit = 0; bit < 8 && column * 8 + bit < order.length; bit++) {
        const signature = (order[column * 8 + bit] ?? 0) * WORDS
        for (let rest = words[signature + word] ?? 0; rest !== 0; rest &= rest - 1) {
          const at = (word * 32 + 31 - Math.clz32(rest & -rest)) * rowBytes + column
          bytes[at] = (bytes[at] ?? 0) | (1 << bit)
        }
      }
  return { rowCount, rowBytes, bytes }
}
