import { formatTable, type TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'

/** A column of a table that may have to go. */
export type Column = {
  readonly heading: string
  readonly align: 'l' | 'r'
  readonly cells: readonly TableCell[]
  /** The highest goes first where there is no room; zero stays. */
  readonly dispensable: number
}

/** A table under a line of headings, with as many of its columns as the screen has room for. */
export function formatColumns(columns: readonly Column[], { width, palette }: Screen): string[] {
  let chosen = columns
  while (widthOf(chosen) > width && chosen.some(({ dispensable }) => dispensable > 0)) {
    const least = Math.max(...chosen.map(({ dispensable }) => dispensable))
    chosen = chosen.filter(({ dispensable }) => dispensable !== least)
  }
  const rows = Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) =>
    chosen.map(({ cells }) => cells[row] ?? { text: '' }),
  )
  const headings = chosen.map(({ heading }) => ({ text: heading, style: palette.dim }))
  return formatTable({
    rows: [headings, ...rows],
    align: chosen.map(({ align }) => align).join(''),
    gap: GAP,
  })
}

/** How many columns of the screen the table takes. */
export function widthOf(columns: readonly Column[]): number {
  const widths = columns.map(({ heading, cells }) =>
    cells.reduce((widest, { text }) => Math.max(widest, textWidth(text)), heading.length),
  )
  return widths.reduce((sum, width) => sum + width + GAP, -GAP)
}

const GAP = 2
