import { plain, type Screen, type Style } from './screen.ts'
import { textWidth } from './text-width.ts'

export type TableCell = { readonly text: string; readonly style?: (text: string) => string }

type TableOptions = {
  readonly rows: readonly (readonly TableCell[])[]
  /** A letter a column: `l` or `r`. The last column is not padded. */
  readonly align: string
  readonly gap?: number
}

/** Rows in columns as wide as their widest cell; styles are put on after measuring. */
export function formatTable({ rows, align, gap = TABLE_GAP }: TableOptions): string[] {
  const widths = Array.from(align, (_, column) =>
    Math.max(0, ...rows.map(row => textWidth(row[column]?.text ?? ''))),
  )
  return rows.map(row => {
    const cells = row.map(({ text, style = plain }, column) => {
      const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(text)))
      if (align[column] === 'r') return padding + style(text)
      return column === row.length - 1 ? style(text) : style(text) + padding
    })
    return cells.join(' '.repeat(gap)).trimEnd()
  })
}

/** What stands between two columns unless told. */
export const TABLE_GAP = 2

/** A column of a table that may have to go. */
export type Column = {
  readonly heading: string
  readonly align: 'l' | 'r'
  readonly cells: readonly TableCell[]
  /** The highest goes first where there is no room; zero stays. */
  readonly dispensable: number
}

/** Makes columns that tell something of the same rows: a heading, how dispensable it is, the text of a row, and how it looks. */
export function columnsOf<Row>(
  rows: readonly Row[],
  { last }: { readonly last?: Style } = {},
): ColumnMaker<Row> {
  return (heading, dispensable, toText, { align = 'r', style: usual } = {}) => ({
    ...{ heading, align, dispensable },
    cells: rows.map((row, index) => {
      const style = index === rows.length - 1 ? (last ?? usual) : usual
      return { text: toText(row), ...(style && { style }) }
    }),
  })
}

type ColumnMaker<Row> = (
  heading: string,
  dispensable: number,
  toText: (row: Row) => string,
  look?: { readonly align?: Column['align']; readonly style?: Style },
) => Column

/** A table under a line of headings, with as many of its columns as the screen has room for. */
export function formatColumns(columns: readonly Column[], screen: Screen): string[] {
  return layOutColumns(fitColumns(columns, screen.width), screen)
}

/** As many of the columns as fit into a width. */
export function fitColumns(columns: readonly Column[], width: number): readonly Column[] {
  let chosen = columns
  while (widthOf(chosen) > width && chosen.some(({ dispensable }) => dispensable > 0)) {
    const least = Math.max(...chosen.map(({ dispensable }) => dispensable))
    chosen = chosen.filter(({ dispensable }) => dispensable !== least)
  }
  return chosen
}

/** All of the columns under their headings. */
export function layOutColumns(columns: readonly Column[], { palette }: Pick<Screen, 'palette'>): string[] {
  const height = columns[0]?.cells.length ?? 0
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map(({ cells }) => cells[row] ?? { text: '' }),
  )
  const headings = columns.map(({ heading }) => ({ text: heading, style: palette.dim }))
  return formatTable({ rows: [headings, ...rows], align: columns.map(({ align }) => align).join('') })
}

/** How many columns of the screen the table takes. */
export function widthOf(columns: readonly Column[]): number {
  const widths = columns.map(({ heading, cells }) =>
    cells.reduce((widest, { text }) => Math.max(widest, textWidth(text)), heading.length),
  )
  return widths.reduce((sum, width) => sum + width + TABLE_GAP, -TABLE_GAP)
}
