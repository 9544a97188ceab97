import type { TakeTerms } from '../text/create-term-reader.ts'
import { MAX_UNIT_BYTES, toTermBytes } from '../text/term-bytes.ts'
import type { TermPool } from './sort-terms.ts'

/** The terms of a segment under construction, and the blocks that each occurs in. */
export interface TermTable extends TakeTerms {
  /** What is taken from now on stands in the next block. */
  startBlock(): void
  /** How many terms there are. */
  size(): number
  /** How many pairs of a term and a block are held: with the terms what takes the memory. */
  pairs(): number
  pool(): TermPool
  /** The blocks of each term as places in `order`, rising. */
  group(order: Uint32Array): (term: number) => Uint32Array
}

// The three numbers of a term, and the block that it was last seen in.
const SEEN = 3
// The three numbers of a word of late, and the number of its term.
const NEAR = 4
const TERM = 3
const NEAR_MASK = (1 << 13) - 1

// A slot is the number of a term, and bits of its hash, so that most of the others need not be looked at. Small, since
// the speed of all this is the speed of reading here and there in memory.
const EMPTY = -1
const TERM_BITS = (1 << 21) - 1
const TAG_BITS = ~TERM_BITS

/** A hash table in flat arrays: a word of ASCII, as nearly all are, is three numbers and never a string. */
export function createTermTable(): TermTable {
  let slots = new Int32Array(1 << 12).fill(EMPTY)
  let mask = slots.length - 1
  // The words of late, one for each of some places: most words of a text are among them, and these are near at hand.
  const near = new Int32Array((NEAR_MASK + 1) * NEAR).fill(EMPTY)
  let packed = new Int32Array(1 << 12)
  const rare = new Map<string, number>()
  let count = 0
  // The terms of one block after the other, and where each block begins.
  let terms = new Int32Array(1 << 12)
  let used = 0
  let starts = new Int32Array(1 << 8)
  let blocks = 0

  function note(term: number): void {
    const seen = term * PACKED + SEEN
    if (packed[seen] === blocks) return
    packed[seen] = blocks
    if (used === terms.length) terms = grown(terms)
    terms[used++] = term
  }

  function insert(one: number, two: number, three: number): number {
    const at = count * PACKED
    if (at + PACKED > packed.length) packed = grown(packed)
    packed[at] = one
    packed[at + 1] = two
    packed[at + 2] = three
    return count++
  }

  function rehash(): void {
    slots = new Int32Array(slots.length * 2).fill(EMPTY)
    mask = slots.length - 1
    for (let term = 0; term < count; term++) {
      const at = term * PACKED
      // What is not packed is not in the table.
      if (packed[at] === 0) continue
      const hash = hashOf(packed[at] ?? 0, packed[at + 1] ?? 0, packed[at + 2] ?? 0)
      let slot = hash & mask
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
      slots[slot] = (hash & TAG_BITS) | term
    }
  }

  /** The number of the term; a new one where it has none. */
  function find(hash: number, one: number, two: number, three: number): number {
    const tag = hash & TAG_BITS
    let slot = hash & mask
    for (let known = slots[slot] ?? EMPTY; known !== EMPTY; known = slots[slot] ?? EMPTY) {
      if ((known & TAG_BITS) === tag) {
        const term = known & TERM_BITS
        const at = term * PACKED
        if (packed[at] === one && packed[at + 1] === two && packed[at + 2] === three) return term
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = tag | count
    const term = insert(one, two, three)
    if (count * 2 > slots.length) rehash()
    return term
  }

  function takeWord(one: number, two: number, three: number): void {
    const hash = hashOf(one, two, three)
    const at = (hash & NEAR_MASK) * NEAR
    if (near[at] !== one || near[at + 1] !== two || near[at + 2] !== three) {
      near[at] = one
      near[at + 1] = two
      near[at + 2] = three
      near[at + TERM] = find(hash, one, two, three)
    }
    note(near[at + TERM] ?? 0)
  }

  return {
    startBlock() {
      if (blocks === starts.length) starts = grown(starts)
      starts[blocks++] = used
    },
    takeWord,
    takeSigns: (first, second) => takeWord((first << 16) | second, SIGNS, 0),
    takeRare(text) {
      let term = rare.get(text)
      if (term === undefined) {
        term = insert(0, 0, 0)
        rare.set(text, term)
      }
      note(term)
    },
    size: () => count,
    pairs: () => used,
    pool: () => toPool(packed, count, new Map([...rare].map(([text, term]) => [term, toTermBytes(text)]))),
    group: order =>
      groupBlocks({ terms: terms.subarray(0, used), starts: starts.subarray(0, blocks), count }, order),
  }
}

function hashOf(one: number, two: number, three: number): number {
  const hash = Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35)
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}

type BlockTerms = {
  readonly terms: Int32Array
  readonly starts: Int32Array
  readonly count: number
}

/** Counted, then laid out, a block after the other as `order` says. */
function groupBlocks(
  { terms, starts, count }: BlockTerms,
  order: Uint32Array,
): (term: number) => Uint32Array {
  const first = new Uint32Array(count + 1)
  for (let at = 0; at < terms.length; at++) {
    const next = (terms[at] ?? 0) + 1
    first[next] = (first[next] ?? 0) + 1
  }
  for (let term = 0; term < count; term++) first[term + 1] = (first[term + 1] ?? 0) + (first[term] ?? 0)
  const ends = first.slice()
  const blocks = new Uint32Array(terms.length)
  for (let place = 0; place < order.length; place++) {
    const block = order[place] ?? 0
    const end = starts[block + 1] ?? terms.length
    for (let at = starts[block] ?? 0; at < end; at++) {
      const term = terms[at] ?? 0
      const to = ends[term] ?? 0
      blocks[to] = place
      ends[term] = to + 1
    }
  }
  return term => blocks.subarray(first[term], first[term + 1])
}

/** The numbers in an array of twice the room. */
function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** Stands in the second number of a term of signs, where a word has its fifth letter and those behind it. */
const SIGNS = 1

/** How many numbers a packed term takes: the three that it is, and one that is of no meaning here. */
const PACKED = 4

/** The bytes of terms that are packed in three numbers each, or given as they are where they are too long for that. */
function toPool(packed: Int32Array, count: number, unpacked: ReadonlyMap<number, Uint8Array>): TermPool {
  const spare = [...unpacked.values()].reduce((sum, bytes) => sum + bytes.length, 0)
  const bytes = new Uint8Array(count * (1 + MAX_PACKED) + spare)
  const offsets = new Uint32Array(count)
  let used = 0
  for (let term = 0; term < count; term++) {
    offsets[term] = used
    const one = packed[term * PACKED] ?? 0
    const two = packed[term * PACKED + 1] ?? 0
    let end = used + 1
    if (one === 0 || two === SIGNS) {
      const [first, second] = [one >>> 16, one & 0xffff]
      const signs = String.fromCharCode(...(second === 0 ? [first] : [first, second]))
      const given = one === 0 ? (unpacked.get(term) ?? NOTHING) : toTermBytes(signs)
      bytes.set(given, end)
      end += given.length
    } else {
      end = unpack(one, bytes, end)
      if (two !== 0) end = unpack(two, bytes, end)
      const three = packed[term * PACKED + 2] ?? 0
      if (three !== 0) end = unpack(three, bytes, end)
    }
    bytes[used] = end - used - 1
    used = end
  }
  return { bytes, offsets, count }
}

const MAX_PACKED = Math.max(12, 2 * MAX_UNIT_BYTES)
const NOTHING = new Uint8Array(0)

/** Up to four bytes; zeros stand behind the end. */
function unpack(word: number, bytes: Uint8Array, start: number): number {
  let at = start
  for (let shift = 24; shift >= 0; shift -= 8) {
    const byte = (word >>> shift) & 0xff
    if (byte === 0) break
    bytes[at++] = byte
  }
  return at
}
