/**
 * A term as the index keeps it: every UTF-16 unit by itself in the form of UTF-8, so that the beginning of a term is the
 * beginning of its bytes, also between the halves of a pair.
 */
export function writeTermBytes(units: Uint16Array, start: number, end: number, target: Uint8Array): number {
  let used = 0
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0
    if (unit < 0x80) target[used++] = unit
    else if (unit < 0x800) {
      target[used++] = 0xc0 | (unit >> 6)
      target[used++] = 0x80 | (unit & 0x3f)
    } else {
      target[used++] = 0xe0 | (unit >> 12)
      target[used++] = 0x80 | ((unit >> 6) & 0x3f)
      target[used++] = 0x80 | (unit & 0x3f)
    }
  }
  return used
}

/** How many bytes a unit takes at most. */
export const MAX_UNIT_BYTES = 3

/** The bytes of a term that someone looks for. */
export function toTermBytes(term: string): Uint8Array {
  const units = Uint16Array.from({ length: term.length }, (_, at) => term.charCodeAt(at))
  const bytes = new Uint8Array(term.length * MAX_UNIT_BYTES)
  return bytes.subarray(0, writeTermBytes(units, 0, units.length, bytes))
}
