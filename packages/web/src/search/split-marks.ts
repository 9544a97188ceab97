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

/** Where words stand in a text, for titles, of which the server tells no marks. */
export function findMarks(text: string, words: readonly string[]): (readonly [number, number])[] {
  const folded = text.toLowerCase()
  // Letters that grow when they are folded would move all marks behind them.
  if (folded.length !== text.length) return []
  return words.flatMap(word => {
    const marks: (readonly [number, number])[] = []
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      marks.push([at, at + word.length])
    return marks
  })
}
