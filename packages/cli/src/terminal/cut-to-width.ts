import { graphemesOf, graphemeWidth, textWidth } from './text-width.ts'

/** The text in at most `width` columns, with `…` where it was cut; never inside a character. */
export function cutToWidth(text: string, width: number): string {
  // A column holds at least one unit of an honest text; reading on bounds the cost of one that is all marks.
  const head = text.length > width * UNITS_PER_COLUMN ? text.slice(0, width * UNITS_PER_COLUMN) : text
  if (head === text && textWidth(text) <= width) return text
  let used = 0
  let cut = ''
  for (const grapheme of graphemesOf(head)) {
    used += graphemeWidth(grapheme)
    if (used > width - 1) break
    cut += grapheme
  }
  return `${cut.trimEnd()}…`
}

const UNITS_PER_COLUMN = 16
