import type { Snippet } from '@antiphon/search'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import type { Palette } from '../terminal/palette.ts'
import { textWidth } from '../terminal/text-width.ts'

/** A snippet in at most `width` columns, its first mark in view and all marks standing out. */
export function formatSnippet({ text, marks }: Snippet, width: number, palette: Palette): string {
  const start = chooseStart(text, marks[0], width)
  const shown = cutToWidth(text.slice(start), width)
  const length = shown === text.slice(start) ? shown.length : Math.max(0, shown.length - 1)
  let line = ''
  let at = 0
  for (const mark of marks) {
    const from = Math.max(at, mark.start - start)
    const to = Math.min(length, mark.end - start)
    if (to <= from) continue
    line += shown.slice(at, from) + palette.bold(palette.yellow(shown.slice(from, to)))
    at = to
  }
  return line + shown.slice(at)
}

/** Where to begin, so that the mark is not cut off: at a blank some words before it. */
function chooseStart(text: string, mark: Snippet['marks'][number] | undefined, width: number): number {
  if (!mark || textWidth(text.slice(0, mark.end)) <= width - 1) return 0
  const wanted = Math.max(0, mark.start - Math.floor(width / 3))
  const blank = text.indexOf(' ', wanted)
  return blank !== -1 && blank < mark.start ? blank + 1 : mark.start
}
