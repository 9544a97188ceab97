import { SIGNATURE_WORDS } from '../text/create-term-reader.ts'

/** What blocks hold: a row for each beginning of a term, some of which share one, and in it a bit for each block. */
export type SignatureTable = { readonly rowCount: number; readonly rowBytes: number; readonly bytes: Buffer }

/** The table of signatures in their order, no larger than it must be to tell blocks apart. */
export function encodeSignatures(signatures: readonly Int32Array[]): SignatureTable {
  const words = foldRows(signatures)
  const rowBytes = Math.ceil(signatures.length / 8)
  const rowCount = words * 32
  const bytes = Buffer.alloc(rowCount * rowBytes)
  // Eight blocks at once, so that what is written lies together.
  for (let column = 0; column < rowBytes; column++)
    for (let word = 0; word < words; word++)
      for (let bit = 0; bit < 8; bit++)
        for (let rest = signatures[column * 8 + bit]?.[word] ?? 0; rest !== 0; rest &= rest - 1) {
          const at = (word * 32 + 31 - Math.clz32(rest & -rest)) * rowBytes + column
          bytes[at] = (bytes[at] ?? 0) | (1 << bit)
        }
  return { rowCount, rowBytes, bytes }
}

/** Lays the upper half of all signatures upon the lower one as long as they stay sparse; gives how many words are left. */
function foldRows(signatures: readonly Int32Array[]): number {
  let kept = SIGNATURE_WORDS
  while (kept > 1 && countBits(signatures, kept) <= (signatures.length * kept * 32 * MOST_FILLED) / 2) {
    kept /= 2
    for (const words of signatures)
      for (let at = 0; at < kept; at++) words[at] = (words[at] ?? 0) | (words[at + kept] ?? 0)
  }
  return kept
}

/** Fuller ones name too many blocks in vain, and emptier ones are large. */
const MOST_FILLED = 0.2

function countBits(signatures: readonly Int32Array[], kept: number): number {
  let count = 0
  for (const words of signatures) for (let at = 0; at < kept; at++) count += bitsOf(words[at] ?? 0)
  return count
}

function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
