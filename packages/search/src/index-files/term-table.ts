import { MAX_TERM_UNITS } from '../text/word-runs.ts'
import { createPairs } from './pairs.ts'

/** The terms of a segment under construction, and the lines that each occurs in. */
export interface TermTable {
  /** Notes that a line holds the term from `start` to `end`. Lines come in order. */
  add(units: Uint16Array, start: number, end: number, line: number): void
  /** How many pairs of a term and a line are held: what bounds the memory. */
  pairs(): number
  /** Each term, sorted by its units, with its lines in order. */
  list(): readonly TermLines[]
}

export type TermLines = { readonly term: string; readonly lines: Uint32Array }

// A term's length, then its units: with its neighbours in the same stretch of memory, since the speed of all this is
// the speed of reading here and there.
const STRIDE = 16
const EMPTY = -1

/** A hash table in flat arrays: a term is looked up by its units, without making a string of it. */
export function createTermTable(): TermTable {
  // The hash and the number of a term, side by side.
  let slots = new Int32Array(1 << 17).fill(EMPTY)
  let mask = (slots.length >> 1) - 1
  let pool = new Uint16Array(STRIDE << 14)
  let lastLines = new Int32Array(1 << 14)
  let count = 0
  const pairs = createPairs()

  function isSame(term: number, units: Uint16Array, start: number, end: number): boolean {
    let at = term * STRIDE
    if (pool[at] !== end - start) return false
    for (let index = start; index < end; index++) if (pool[++at] !== units[index]) return false
    return true
  }

  function insert(units: Uint16Array, start: number, end: number): number {
    if (count === lastLines.length) {
      pool = growUnits(pool)
      lastLines = growNumbers(lastLines)
    }
    let at = count * STRIDE
    pool[at] = end - start
    for (let index = start; index < end; index++) pool[++at] = units[index] ?? 0
    lastLines[count] = EMPTY
    return count++
  }

  function rehash(): void {
    const old = slots
    slots = new Int32Array(old.length * 4).fill(EMPTY)
    mask = (slots.length >> 1) - 1
    for (let from = 0; from < old.length; from += 2) {
      const term = old[from + 1] ?? EMPTY
      if (term === EMPTY) continue
      const hash = old[from] ?? 0
      let slot = hash & mask
      while (slots[2 * slot + 1] !== EMPTY) slot = (slot + 1) & mask
      slots[2 * slot] = hash
      slots[2 * slot + 1] = term
    }
  }

  return {
    add(units, start, end, line) {
      let hash = 0x811c9dc5
      for (let index = start; index < end; index++) hash = Math.imul(hash ^ (units[index] ?? 0), 0x01000193)
      hash ^= hash >>> 15
      let slot = hash & mask
      let term = slots[2 * slot + 1] ?? EMPTY
      while (term !== EMPTY && !(slots[2 * slot] === hash && isSame(term, units, start, end))) {
        slot = (slot + 1) & mask
        term = slots[2 * slot + 1] ?? EMPTY
      }
      if (term === EMPTY) {
        term = insert(units, start, end)
        slots[2 * slot] = hash
        slots[2 * slot + 1] = term
        if (count * 4 > slots.length) rehash()
      }
      if (lastLines[term] === line) return
      lastLines[term] = line
      pairs.push(term, line)
    },
    pairs: pairs.length,
    list() {
      const lines = pairs.group(count)
      const terms = Array.from({ length: count }, (_, term) => ({
        term: toText(pool, term),
        lines: lines(term),
      }))
      return terms.sort((one, other) => (one.term < other.term ? -1 : 1))
    },
  }
}

/** By character codes of one byte where all are: such texts are compared faster. */
function toText(pool: Uint16Array, term: number): string {
  const start = term * STRIDE + 1
  const length = Math.min(pool[start - 1] ?? 0, MAX_TERM_UNITS)
  let text = ''
  for (let index = start; index < start + length; index++) text += String.fromCharCode(pool[index] ?? 0)
  return text
}

function growUnits(units: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(units.length * 2)
  larger.set(units)
  return larger
}

function growNumbers(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
