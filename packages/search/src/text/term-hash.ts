/** How many rows there are at the most. A smaller table has those of a larger one by their lowest bits. */
export const MOST_ROWS: number = 1 << 15

/** The hash of no units: where each beginning of a term begins. */
export const NO_UNITS = 0x811c9dc5

/** The hash of a beginning that is one unit longer. */
export function hashNext(hash: number, unit: number): number {
  return Math.imul(((hash << 13) | (hash >>> 19)) ^ unit, 0x9e3779b1)
}

/** The row of a beginning by its hash: the highest bits are as good as any. */
export function rowOf(hash: number): number {
  return hash >>> 17
}

/** The rows of all beginnings of a term: where one of them is empty, no term begins so. */
export function rowsOf(term: string): readonly number[] {
  const rows: number[] = []
  let hash = NO_UNITS
  for (let at = 0; at < term.length; at++) {
    hash = hashNext(hash, term.charCodeAt(at))
    rows.push(rowOf(hash))
  }
  return rows
}
