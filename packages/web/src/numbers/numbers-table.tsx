import { oneLine } from '@antiphon/core/ui'
import type { NumbersReport, NumbersRow, SessionRow } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatKey, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { titleOf } from '../parts/title-of.ts'
import { type DataColumn, DataTable, ShareBar } from './data-table.tsx'
import { JudgedCost, OutputTokens } from './judged-numbers.tsx'
import { nameModel } from './series-words.ts'
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
  const largest = Math.max(0, ...report.rows.map(shareOf))
  const sessionCount: DataColumn<NumbersRow> = {
    heading: texts.sessionCount,
    toCell: ({ sessions }) => (sessions === null ? '' : formatWhole(sessions)),
    toValue: ({ sessions }) => sessions ?? 0,
  }
  const columns: readonly DataColumn<NumbersRow>[] = [
    {
      heading: texts.groups[by],
      toCell: row => <RowName row={row} report={report} rows={rows} onRow={onRow} />,
      toValue: row => row.key ?? '',
    },
    {
      heading: texts.cost,
      toCell: row => (
        <b>
          <JudgedCost total={row} />
        </b>
      ),
      toValue: row => row.costUsdAtLeast,
    },
    {
      heading: texts.share,
      toCell: row => (row.rest === SUM ? '' : <ShareBar share={shareOf(row)} largest={largest} />),
      toValue: shareOf,
    },
    ...(by === 'session' ? [] : [sessionCount]),
    numberColumn(texts.answerCount, ({ answers }) => answers, formatWhole),
    numberColumn(texts.input, ({ tokens }) => tokens.input, formatTokens),
    {
      heading: texts.output,
      toCell: row => <OutputTokens total={row} />,
      toValue: ({ outputAtLeast }) => outputAtLeast,
    },
    numberColumn(texts.cacheWrite, ({ tokens }) => tokens.cacheWrite5m + tokens.cacheWrite1h, formatTokens),
    numberColumn(texts.cacheRead, ({ tokens }) => tokens.cacheRead, formatTokens),
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

function numberColumn(
  heading: string,
  toValue: (row: NumbersRow) => number,
  format: (value: number) => string,
): DataColumn<NumbersRow> {
  return { heading, toValue, toCell: row => format(toValue(row)) }
}

/** Marks the sum below the rows. */
const SUM = -1

/** Of the cost; of the tokens where no cost is known. */
function createShare({ total }: NumbersReport): (row: NumbersRow) => number {
  if (total.costUsdAtLeast > 0) return row => row.costUsdAtLeast / total.costUsdAtLeast
  return row => (total.tokens.total === 0 ? 0 : row.tokens.total / total.tokens.total)
}

type RowNameProps = NumbersTableProps & { readonly row: NumbersRow }

function RowName({ row, report, rows, onRow }: RowNameProps): ReactElement {
  const page = useTexts()
  const texts = page.numbers
  const { by } = report
  if (row.rest === SUM) return <>{texts.total}</>
  if (row.rest !== null) return <>{texts.rest(formatWhole(row.rest))}</>
  const name =
    by === 'model' && row.key ? nameModel(row.key, texts) : oneLine(formatKey(by, row.key, { texts }), 200)
  if (row.id !== null) {
    const known = rows.get(row.id)
    const title = known ? oneLine(titleOf(known), 120) || page.untitled : name
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
  if (row.key === null || by === 'model' || by === 'session')
    return <span title={row.key ?? name}>{name}</span>
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
