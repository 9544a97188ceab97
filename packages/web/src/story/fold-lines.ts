/** A text of which only the ends are shown. */
export type FoldedLines = {
  readonly head: string
  readonly tail: string
  /** How many lines stand between them. */
  readonly hidden: number
  readonly lines: number
}

/** The first four lines and the last four, or only the last six; all of a text that is hardly longer. */
export function foldLines(text: string, shown: 'both' | 'end'): FoldedLines {
  const lines = text === '' ? [] : text.split('\n')
  const [first, last] = shown === 'both' ? [4, 4] : [0, 6]
  const hidden = lines.length - first - last
  // A line that says that two are hidden saves nothing.
  if (hidden <= 2) return { head: text, tail: '', hidden: 0, lines: lines.length }
  return {
    head: lines.slice(0, first).join('\n'),
    tail: lines.slice(-last).join('\n'),
    hidden,
    lines: lines.length,
  }
}
