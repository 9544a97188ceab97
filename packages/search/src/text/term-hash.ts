/** How many rows there are at the most. A smaller table has those of a larger one by their lowest bits. */
export const MOST_ROWS: number = 1 << 15

/** What a beginning of a term is before its first unit. */
export const NO_UNITS = 0x811c9dc5

/** The hash of a beginning that is one unit longer; its highest bits are as good as any. */
export function hashNext(hash: number, unit: number): number {
  return Math.imul(((hash << 13) | (hash >>> 19)) ^ unit, 0x9e3779b1)
}

/** The row of a beginning by its hash. */
export function rowOf(hash: number): number {
  return hash >>> 17
}

/** True for a length of which beginnings are kept: of long words not all, since one more tells little. */
export function isKeptLength(length: number): boolean {
  return ((KEPT_LENGTHS >> length) & 1) === 1
}

// 1 to 6, 8 and 11 units.
const KEPT_LENGTHS = 0b1001_0111_1110

/** The rows of all kept beginnings of a term: where one of them is empty, no term begins so. */
export function rowsOf(term: string): readonly number[] {
  const rows: number[] = []
  let hash = NO_UNITS
  for (let at = 0; at < term.length; at++) {
    hash = hashNext(hash, term.charCodeAt(at))
    if (isKeptLength(at + 1)) rows.push(rowOf(hash))
  }
  return rows
}
