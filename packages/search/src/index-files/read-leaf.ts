import { LONG } from './byte-writer.ts'
import { BITS, ONE } from './segment-format.ts'

export type LeafQuery = { readonly bytes: Uint8Array; readonly isPrefix: boolean }

/** Calls `take` with every block of every term of the leaf that the query means; false where later leaves may hold more. */
export function readLeaf(
  leaf: Buffer,
  { bytes: wanted, isPrefix }: LeafQuery,
  take: (block: number) => void,
): boolean {
  let at = 0
  // How far the last term was like what is wanted. A term that shares more with the last one differs at the same place.
  let alike = 0
  while (at < leaf.length) {
    const lengths = leaf[at++] ?? 0
    let shared = lengths >> 4
    let rest = lengths & LONG
    if (shared === LONG) shared = leaf[at++] ?? 0
    if (rest === LONG) rest = leaf[at++] ?? 0
    const suffix = at
    at += rest
    let isMeant = false
    if (shared <= alike) {
      alike = shared
      const end = Math.min(wanted.length, shared + rest)
      while (alike < end && leaf[suffix + alike - shared] === wanted[alike]) alike++
      isMeant = alike === wanted.length && (isPrefix || shared + rest === wanted.length)
      const isBehind =
        alike === wanted.length ||
        (alike < end && (leaf[suffix + alike - shared] ?? 0) > (wanted[alike] ?? 0))
      if (!isMeant && isBehind) return true
    } else isMeant = alike === wanted.length && isPrefix
    at = isMeant ? readBlocks(leaf, at, take) : skipBlocks(leaf, at)
  }
  return false
}

/** Where a number was read, the place behind it. */
let behind = 0

function readVarint(leaf: Buffer, start: number): number {
  let at = start
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = leaf[at++] ?? 0
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) break
  }
  behind = at
  return value >>> 0
}

function readBlocks(leaf: Buffer, start: number, take: (block: number) => void): number {
  const head = readVarint(leaf, start)
  const value = head >>> 2
  const form = head & 3
  if (form === ONE) take(value)
  else if (form === BITS) {
    const first = behind
    for (let at = 0; at < value; at++) {
      const bits = leaf[first + at] ?? 0
      for (let bit = 0; bits >> bit !== 0; bit++) if ((bits >> bit) & 1) take(at * 8 + bit)
    }
    behind = first + value
  } else {
    let block = 0
    for (let index = 0; index < value; index++) {
      block += readVarint(leaf, behind)
      take(block)
    }
  }
  return behind
}

function skipBlocks(leaf: Buffer, start: number): number {
  const head = readVarint(leaf, start)
  const form = head & 3
  if (form === ONE) return behind
  let count = head >>> 2
  if (form === BITS) return behind + count
  let at = behind
  while (count > 0 && at < leaf.length) if ((leaf[at++] ?? 0) < 0x80) count--
  return at
}
