import type { ReactElement, ReactNode } from 'react'
import css from './table.module.css'

export type DataColumn<Row> = {
  readonly heading: string
  readonly toCell: (row: Row, index: number) => ReactNode
  /** Words go to the left, numbers to the right. */
  readonly isWords?: boolean
}

export type DataTableProps<Row> = {
  readonly caption: string
  readonly isCaptionHidden?: boolean
  /** False for one that is only there to be heard. */
  readonly isReachable?: boolean
  /** The first is the heading of its row. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row, index: number) => string
  readonly footer?: Row
}

/** Numbers in rows; scrolls sideways where it is too wide. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { caption, isCaptionHidden = false, isReachable = true, columns, rows, keyOf, footer } = props
  return (
    // What scrolls must be reachable by keyboard.
    <section className={`card ${css.scroll}`} {...(isReachable && { tabIndex: 0 })} aria-label={caption}>
      <table className={css.table}>
        <caption className={isCaptionHidden ? 'hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ heading, isWords }) => (
              <th key={heading} scope="col" className={isWords ? css.words : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              <Cells columns={columns} row={row} index={index} />
            </tr>
          ))}
        </tbody>
        {footer !== undefined && (
          <tfoot>
            <tr>
              <Cells columns={columns} row={footer} index={rows.length} />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

type CellsProps<Row> = {
  readonly columns: readonly DataColumn<Row>[]
  readonly row: Row
  readonly index: number
}

function Cells<Row>({ columns, row, index }: CellsProps<Row>): ReactElement {
  return (
    <>
      {columns.map(({ heading, toCell, isWords }, place) =>
        place === 0 ? (
          <th key={heading} scope="row" className={isWords ? css.words : undefined}>
            {toCell(row, index)}
          </th>
        ) : (
          <td key={heading} className={isWords ? css.words : undefined}>
            {toCell(row, index)}
          </td>
        ),
      )}
    </>
  )
}
