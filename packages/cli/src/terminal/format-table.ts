import { textWidth } from './text-width.ts'

export type TableCell = { readonly text: string; readonly style?: (text: string) => string }

export type TableOptions = {
  readonly rows: readonly (readonly TableCell[])[]
  /** A letter a column: `l` or `r`. The last column is not padded. */
  readonly align: string
  readonly gap?: number
}

/** Rows in columns as wide as their widest cell; styles are put on after measuring. */
export function formatTable({ rows, align, gap = 2 }: TableOptions): string[] {
  const widths = Array.from(align, (_, column) =>
    Math.max(0, ...rows.map(row => textWidth(row[column]?.text ?? ''))),
  )
  return rows.map(row => {
    const cells = row.map(({ text, style = same }, column) => {
      const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(text)))
      if (align[column] === 'r') return padding + style(text)
      return column === row.length - 1 ? style(text) : style(text) + padding
    })
    return cells.join(' '.repeat(gap)).trimEnd()
  })
}

function same(text: string): string {
  return text
}
