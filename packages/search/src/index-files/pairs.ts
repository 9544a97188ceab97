/** Pairs of a term and a line, in the order in which they came. */
export interface Pairs {
  push(term: number, line: number): void
  length(): number
  /** The lines of each term, in order. */
  group(terms: number): (term: number) => Uint32Array
}

export function createPairs(): Pairs {
  // Term and line, side by side.
  let pairs = new Uint32Array(1 << 17)
  let used = 0
  return {
    push(term, line) {
      if (used === pairs.length) {
        const larger = new Uint32Array(pairs.length * 2)
        larger.set(pairs)
        pairs = larger
      }
      pairs[used] = term
      pairs[used + 1] = line
      used += 2
    },
    length: () => used / 2,
    group: terms => groupPairs(pairs.subarray(0, used), terms),
  }
}

/** Counted, then laid out. */
function groupPairs(pairs: Uint32Array, terms: number): (term: number) => Uint32Array {
  const starts = new Uint32Array(terms + 1)
  for (let at = 0; at < pairs.length; at += 2) {
    const next = (pairs[at] ?? 0) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let term = 0; term < terms; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0)
  const ends = starts.slice()
  const lines = new Uint32Array(pairs.length / 2)
  for (let at = 0; at < pairs.length; at += 2) {
    const term = pairs[at] ?? 0
    const end = ends[term] ?? 0
    lines[end] = pairs[at + 1] ?? 0
    ends[term] = end + 1
  }
  return term => lines.subarray(starts[term], starts[term + 1])
}
