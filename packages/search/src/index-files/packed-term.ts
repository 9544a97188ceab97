import { MAX_UNIT_BYTES, writeTermBytes } from '../text/term-bytes.ts'
import type { TermPool } from './sort-terms.ts'

/** Stands in the second number of a term of signs, where a word has its fifth letter and those behind it. */
export const SIGNS = 1

/** How many numbers a packed term takes: the three that it is, and one that is of no meaning here. */
export const PACKED = 4

/** The bytes of terms that are packed in three numbers each, or given as they are where they are too long for that. */
export function toPool(
  packed: Int32Array,
  count: number,
  unpacked: ReadonlyMap<number, Uint8Array>,
): TermPool {
  const spare = [...unpacked.values()].reduce((sum, bytes) => sum + bytes.length, 0)
  const bytes = new Uint8Array(count * (1 + MAX_PACKED) + spare)
  const offsets = new Uint32Array(count)
  const units = new Uint16Array(2)
  let used = 0
  for (let term = 0; term < count; term++) {
    offsets[term] = used
    const one = packed[term * PACKED] ?? 0
    const two = packed[term * PACKED + 1] ?? 0
    let end = used + 1
    if (one === 0) {
      const given = unpacked.get(term) ?? NOTHING
      bytes.set(given, end)
      end += given.length
    } else if (two === SIGNS) {
      units[0] = one >>> 16
      units[1] = one & 0xffff
      end += writeTermBytes(units, 0, units[1] === 0 ? 1 : 2, bytes.subarray(end))
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
