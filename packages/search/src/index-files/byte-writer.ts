/** Collects the bytes of a block. */
export interface ByteWriter {
  /** A term by what it shares with the one before it. */
  term(previous: string, term: string): void
  /** Rising numbers: how many, then the steps between them. */
  deltas(values: Uint32Array): void
  length(): number
  /** A copy of what was collected; the next block begins. */
  take(): Buffer
}

/** Marks a term of which a unit is above U+00FF: its units take two bytes each. */
export const WIDE = 0x80

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

  return {
    term(previous, term) {
      let shared = 0
      while (shared < previous.length && previous.charCodeAt(shared) === term.charCodeAt(shared)) shared++
      const isWide = NOT_LATIN1.test(term)
      const units = term.length - shared
      reserve(2 + units * 2)
      bytes[used++] = shared | (isWide ? WIDE : 0)
      bytes[used++] = units
      for (let at = shared; at < term.length; at++) {
        const unit = term.charCodeAt(at)
        bytes[used++] = unit & 0xff
        if (isWide) bytes[used++] = unit >>> 8
      }
    },
    deltas(values) {
      reserve(MAX_VARINT * (values.length + 1))
      varint(values.length)
      let previous = 0
      for (const value of values) {
        varint(value - previous)
        previous = value
      }
    },
    length: () => used,
    take() {
      const block = Buffer.from(bytes.subarray(0, used))
      used = 0
      return block
    },
  }
}

const MAX_VARINT = 5
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of latin1 is meant
const NOT_LATIN1 = /[^\u0000-\u00ff]/
