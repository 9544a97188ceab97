/** Terms laid one behind the other: each begins with its length in a byte. */
export type TermPool = { readonly bytes: Uint8Array; readonly offsets: Uint32Array; readonly count: number }

/** The numbers of the terms in the order of their bytes. */
export function sortTerms(pool: TermPool): Uint32Array {
  const order = Uint32Array.from({ length: pool.count }, (_, term) => term)
  sortFrom(pool, order, 0)
  return order
}

const KEY_BYTES = 4
// A key of 32 bits and a place of 21 are exact in a double.
const MAX_PLACES = 2 ** 21

/**
 * Sorts terms that are alike up to `depth` by the next four bytes and those that are still alike by what follows: keys
 * and places are sorted together as plain numbers, which needs no call for each comparison.
 */
function sortFrom(pool: TermPool, terms: Uint32Array, depth: number): void {
  if (terms.length < 2) return
  if (terms.length <= FEW || terms.length > MAX_PLACES) {
    sortFew(pool, terms, depth)
    return
  }
  const keys = new Float64Array(terms.length)
  for (let at = 0; at < terms.length; at++) keys[at] = keyOf(pool, terms[at] ?? 0, depth) * MAX_PLACES + at
  keys.sort()
  const old = terms.slice()
  let start = 0
  let alike = -1
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0
    const head = Math.floor(key / MAX_PLACES)
    terms[at] = old[key - head * MAX_PLACES] ?? 0
    if (head === alike) continue
    if (at - start > 1) sortFrom(pool, terms.subarray(start, at), depth + KEY_BYTES)
    start = at
    alike = head
  }
  if (terms.length - start > 1) sortFrom(pool, terms.subarray(start), depth + KEY_BYTES)
}

const FEW = 10

function sortFew(pool: TermPool, terms: Uint32Array, depth: number): void {
  if (terms.length > FEW) {
    terms.sort((one, other) => compareTerms(pool, one, other, depth))
    return
  }
  for (let end = 1; end < terms.length; end++) {
    const term = terms[end] ?? 0
    let at = end
    for (; at > 0 && compareTerms(pool, terms[at - 1] ?? 0, term, depth) > 0; at--)
      terms[at] = terms[at - 1] ?? 0
    terms[at] = term
  }
}

/** The next bytes as a number; zeros behind the end of a term, which no term holds. */
function keyOf({ bytes, offsets }: TermPool, term: number, depth: number): number {
  const offset = offsets[term] ?? 0
  const length = bytes[offset] ?? 0
  let key = 0
  for (let at = depth; at < depth + KEY_BYTES; at++)
    key = key * 256 + (at < length ? (bytes[offset + 1 + at] ?? 0) : 0)
  return key
}

function compareTerms({ bytes, offsets }: TermPool, one: number, other: number, depth: number): number {
  const [first, second] = [offsets[one] ?? 0, offsets[other] ?? 0]
  const [firstLength, secondLength] = [bytes[first] ?? 0, bytes[second] ?? 0]
  for (let at = depth + 1; at <= firstLength && at <= secondLength; at++) {
    const difference = (bytes[first + at] ?? 0) - (bytes[second + at] ?? 0)
    if (difference !== 0) return difference
  }
  return firstLength - secondLength
}
