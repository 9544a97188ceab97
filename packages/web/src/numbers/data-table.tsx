import type { ReactElement, ReactNode } from 'react'
import { formatShare } from '../parts/format-numbers.ts'
import css from './table.module.css'

/** What stands above a column, and what is in it. */
export type DataColumn<Row> = readonly [heading: string, toCell: (row: Row) => ReactNode]

export type DataTableProps<Row> = {
  readonly caption: string
  /** True for one that is only there to be heard. */
  readonly isHidden?: boolean
  /** The first is the heading of its row, in words; the others are numbers. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly footer?: Row
}

/** Numbers in rows; scrolls sideways where it is too wide. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { caption, isHidden = false, columns, rows, footer } = props
  return (
    // What scrolls must be reachable by keyboard.
    <section className={`card ${css.scroll}`} {...(!isHidden && { tabIndex: 0 })} aria-label={caption}>
      <table className={css.table}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([heading]) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the report
            <TableRow key={index} columns={columns} row={row} />
          ))}
        </tbody>
        {footer !== undefined && (
          <tfoot>
            <TableRow columns={columns} row={footer} />
          </tfoot>
        )}
      </table>
    </section>
  )
}

type TableRowProps<Row> = Pick<DataTableProps<Row>, 'columns'> & { readonly row: Row }

function TableRow<Row>({ columns, row }: TableRowProps<Row>): ReactElement {
  return (
    <tr>
      {columns.map(([heading, toCell], place) =>
        place === 0 ? (
          <th key={heading} scope="row">
            {toCell(row)}
          </th>
        ) : (
          <td key={heading}>{toCell(row)}</td>
        ),
      )}
    </tr>
  )
}

/** A share from 0 to 1 as a bar with its number. */
export function ShareBar({ share }: { readonly share: number }): ReactElement {
  return (
    <span className={css.share}>
      <span className={css.room} aria-hidden="true">
        <span className={css.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
      {formatShare(share)}
    </span>
  )
}
