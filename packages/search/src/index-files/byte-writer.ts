import { BITS, ONE, STEPS } from './segment-format.ts'
import type { TermPool } from './sort-terms.ts'

/** Collects the bytes of a leaf. */
export interface ByteWriter {
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

export function createByteWriter(): ByteWriter {
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
