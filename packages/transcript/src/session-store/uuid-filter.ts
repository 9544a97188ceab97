/** Remembers uuids in a fixed amount of memory: sure of those that it has not seen, not quite of those that it has. */
export interface UuidFilter {
  add(uuid: string): void
  mayHave(uuid: string): boolean
}

/** A Bloom filter: with a hundred thousand uuids in it, one new one in some fifteen thousand is taken for seen. */
export function createUuidFilter(): UuidFilter {
  const bits = new Uint8Array(BITS / 8)
  return {
    add(uuid) {
      for (const bit of findBits(uuid)) bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7))
    },
    mayHave: uuid => findBits(uuid).every(bit => ((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1),
  }
}

// Half a mebibyte.
const BITS = 2 ** 22
const PROBES = 4

function findBits(uuid: string): readonly number[] {
  const first = hash(uuid, 0x811c9dc5)
  // Odd, so that the probes differ.
  const second = hash(uuid, 0x01000193) | 1
  return Array.from({ length: PROBES }, (_, probe) => ((first + probe * second) >>> 0) % BITS)
}

/** FNV-1a, then mixed, so that near texts end far from each other. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
