export type MarkedText = { readonly text: string; readonly isMarked: boolean }

/** A snippet cut at its marks; marks that overlap or lie outside are bent into place. */
export function splitMarks(snippet: string, marks: readonly (readonly [number, number])[]): MarkedText[] {
  const parts: MarkedText[] = []
  let at = 0
  for (const [start, end] of marks.toSorted((one, other) => one[0] - other[0])) {
    const from = Math.min(Math.max(start, at), snippet.length)
    const to = Math.min(Math.max(end, from), snippet.length)
    if (from > at) parts.push({ text: snippet.slice(at, from), isMarked: false })
    if (to > from) parts.push({ text: snippet.slice(from, to), isMarked: true })
    at = Math.max(at, to)
  }
  if (at < snippet.length) parts.push({ text: snippet.slice(at), isMarked: false })
  return parts
}
