import { oneLine } from '@antiphon/core/ui'
import type { NumbersReport, NumbersRow, SessionRow } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatKey, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { type DataColumn, DataTable, ShareBar } from './data-table.tsx'
import { JudgedCost, OutputTokens } from './judged-numbers.tsx'
import css from './table.module.css'

export type NumbersTableProps = {
  readonly report: NumbersReport
  readonly rows: ReadonlyMap<string, SessionRow>
  /** Leads to the sessions of a day, a week, a month or a project. */
  readonly onRow: (row: NumbersRow) => void
}

/** The same by what was asked for; a row leads to its sessions. */
export function NumbersTable({ report, rows, onRow }: NumbersTableProps): ReactElement {
  const texts = useTexts().numbers
  const { by, total } = report
  const shareOf = createShare(report)
  const sessionCount: DataColumn<NumbersRow> = [
    texts.sessionCount,
    ({ sessions }) => (sessions === null ? '' : formatWhole(sessions)),
  ]
  const columns: readonly DataColumn<NumbersRow>[] = [
    [texts.groups[by], row => <RowName row={row} report={report} rows={rows} onRow={onRow} />],
    [
      texts.cost,
      row => (
        <b>
          <JudgedCost total={row} />
        </b>
      ),
    ],
    [texts.share, row => (row.rest === SUM ? '' : <ShareBar share={shareOf(row)} />)],
    ...(by === 'session' ? [] : [sessionCount]),
    [texts.answerCount, ({ answers }) => formatWhole(answers)],
    [texts.input, ({ tokens }) => formatTokens(tokens.input)],
    [texts.output, row => <OutputTokens total={row} />],
    [texts.cacheWrite, ({ tokens }) => formatTokens(tokens.cacheWrite5m + tokens.cacheWrite1h)],
    [texts.cacheRead, ({ tokens }) => formatTokens(tokens.cacheRead)],
  ]
  const footer: NumbersRow = { ...total, key: null, id: null, rest: SUM }
  return (
    <DataTable
      caption={`${texts.by}: ${texts.groups[by]}`}
      columns={columns}
      rows={report.rows}
      footer={footer}
    />
  )
}

/** Marks the sum below the rows. */
const SUM = -1

/** Of the cost; of the tokens where no cost is known. */
function createShare({ total }: NumbersReport): (row: NumbersRow) => number {
  if (total.costUsd > 0) return row => row.costUsd / total.costUsd
  return row => (total.tokens.total === 0 ? 0 : row.tokens.total / total.tokens.total)
}

type RowNameProps = NumbersTableProps & { readonly row: NumbersRow }

function RowName({ row, report, rows, onRow }: RowNameProps): ReactElement {
  const page = useTexts()
  const texts = page.numbers
  const { by } = report
  if (row.rest === SUM) return <>{texts.total}</>
  if (row.rest !== null) return <>{texts.rest(formatWhole(row.rest))}</>
  const name = oneLine(formatKey(by, row.key, { texts }), 200)
  if (row.id !== null) {
    const known = rows.get(row.id)
    const title = known ? oneLine(known.title || known.firstPrompt || '', 120) || page.untitled : name
    return (
      <span className={css.links}>
        <a href={formatRoute({ kind: 'session', id: row.id })}>{title}</a>
        <a
          className={css.numbers}
          href={formatRoute({ kind: 'usage', id: row.id })}
          aria-label={texts.numbersOf(title)}
        >
          {texts.title}
        </a>
      </span>
    )
  }
  if (row.key === null || by === 'model' || by === 'session') return <span title={name}>{name}</span>
  return (
    <button
      type="button"
      className={`ellipsis ${css.link}`}
      title={texts.showSessions(name)}
      onClick={() => onRow(row)}
    >
      {name}
    </button>
  )
}
