import type { CursorPlace } from '../terminal/live-screen.ts'
import { graphemeWidth } from '../terminal/text-width.ts'
import { splitGraphemes } from './places.ts'

/** A text as it stands on a screen. */
export type TextLayout = { readonly rows: readonly string[]; readonly cursor: CursorPlace }

/** Breaks a text into rows of at most `columns`, between any two signs, and finds its cursor among them. */
export function layoutText(text: string, cursor: number, columns: number): TextLayout {
  const rows: string[] = []
  let place: CursorPlace = { line: 0, column: 0 }
  let at = 0
  for (const line of text.split('\n')) {
    let [row, width] = ['', 0]
    for (const sign of splitGraphemes(line)) {
      const shown = sign === '\t' ? '  ' : sign
      const own = sign === '\t' ? 2 : graphemeWidth(sign)
      if (width + own > columns && width > 0) {
        rows.push(row)
        ;[row, width] = ['', 0]
      }
      if (at <= cursor && cursor < at + sign.length) place = { line: rows.length, column: width }
      row += shown
      width += own
      at += sign.length
    }
    if (at === cursor)
      place = width >= columns ? { line: rows.length + 1, column: 0 } : { line: rows.length, column: width }
    rows.push(row)
    // A cursor behind the last sign of a full row needs one of its own.
    if (at === cursor && width >= columns) rows.push('')
    at += 1
  }
  return { rows, cursor: place }
}
