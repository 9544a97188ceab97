import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Bar } from '../controls/marks.tsx'
import { formatShare } from '../parts/format-numbers.ts'
import css from './table.module.css'

/** What stands above a column, what is in it, and by what its rows are sorted; without that they are not. */
export type DataColumn<Row> = {
  readonly heading: string
  readonly toCell: (row: Row) => ReactNode
  readonly toValue?: (row: Row) => number | string
}

export type DataTableProps<Row> = {
  readonly caption: string
  /** True for one that is only there to be heard. */
  readonly isHidden?: boolean
  /** The first is the heading of its row, in words; the others are numbers. */
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly footer?: Row
}

/** Which column the rows are sorted by, by its place: two may have one heading. */
type Sorting = { readonly column: number; readonly isDown: boolean }

/** Numbers in rows, sorted by a click on a heading; scrolls sideways where it is too wide. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactElement {
  const { caption, isHidden = false, columns, rows, footer } = props
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sorted = sortRows(rows, columns, sorting)
  return (
    // What scrolls must be reachable by keyboard.
    <section className={css.scroll} {...(!isHidden && { tabIndex: 0 })} aria-label={caption}>
      <table className={css.table}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <Heading
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                key={place}
                column={column}
                isHidden={isHidden}
                isDown={sorting?.column === place ? sorting.isDown : null}
                onSort={isDown => setSorting({ column: place, isDown })}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, index) => (
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

/** The rows in an order that somebody asked for, or as they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  sorting: Sorting | null,
): readonly Row[] {
  const toValue = sorting ? columns[sorting.column]?.toValue : undefined
  if (!toValue || !sorting) return rows
  const sign = sorting.isDown ? -1 : 1
  return rows.toSorted((one, other) => sign * compare(toValue(one), toValue(other)))
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one).localeCompare(String(other))
}

type HeadingProps<Row> = {
  readonly column: DataColumn<Row>
  readonly isHidden: boolean
  /** Null where the rows are not sorted by it. */
  readonly isDown: boolean | null
  readonly onSort: (isDown: boolean) => void
}

function Heading<Row>({ column, isHidden, isDown, onSort }: HeadingProps<Row>): ReactElement {
  const { heading, toValue } = column
  const order = isDown === null ? 'none' : isDown ? 'descending' : 'ascending'
  if (!toValue || isHidden) return <th scope="col">{heading}</th>
  return (
    <th scope="col" aria-sort={order}>
      <button type="button" className={css.sort} onClick={() => onSort(isDown !== true)}>
        {isDown !== null && <Icon of={isDown ? ArrowDown : ArrowUp} size={12} />}
        {heading}
      </button>
    </th>
  )
}

type TableRowProps<Row> = Pick<DataTableProps<Row>, 'columns'> & { readonly row: Row }

function TableRow<Row>({ columns, row }: TableRowProps<Row>): ReactElement {
  return (
    <tr>
      {columns.map(({ toCell }, place) =>
        place === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <th key={place} scope="row">
            {toCell(row)}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={place}>{toCell(row)}</td>
        ),
      )}
    </tr>
  )
}

export type ShareBarProps = {
  /** From 0 to 1. */
  readonly share: number
  /** The largest of the table: its bar is full. */
  readonly largest: number
}

/** A share as a bar against the largest one, with its number. */
export function ShareBar({ share, largest }: ShareBarProps): ReactElement {
  return (
    <span className={css.share}>
      <Bar share={largest > 0 ? share / largest : 0} />
      {formatShare(share)}
    </span>
  )
}
