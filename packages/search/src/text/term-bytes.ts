/**
 * A term as the index keeps it: every UTF-16 unit by itself in the form of UTF-8, so that the beginning of a term is the
 * beginning of its bytes, also between the halves of a pair.
 */
export function toTermBytes(term: string): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < term.length; at++) {
    const unit = term.charCodeAt(at)
    if (unit < 0x80) bytes.push(unit)
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f))
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
  }
  return Uint8Array.from(bytes)
}

/** How many bytes a unit takes at most. */
export const MAX_UNIT_BYTES = 3
