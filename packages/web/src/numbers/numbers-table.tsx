import { oneLine } from '@antiphon/core/ui'
import type { NumbersReport, NumbersRow, SessionRow } from '@antiphon/server/protocol'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatKey, formatShare, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { DataTable } from './data-table.tsx'
import { JudgedCost, OutputTokens } from './judged-numbers.tsx'
import { ShareBar } from './share-bar.tsx'
import css from './table.module.css'
import { useWords } from './use-words.ts'

export type NumbersTableProps = {
  readonly report: NumbersReport
  readonly rows: ReadonlyMap<string, SessionRow>
  /** Leads to the sessions of a day, a week, a month or a project. */
  readonly onRow: (row: NumbersRow) => void
}

/** The same by what was asked for; a row leads to its sessions. */
export function NumbersTable({ report, rows, onRow }: NumbersTableProps): ReactElement {
  const { texts, language } = useWords()
  const { by, total } = report
  const shareOf = createShare(report)
  const columns = [
    {
      heading: texts.groups[by],
      isWords: true,
      toCell: (row: NumbersRow) => <RowName row={row} report={report} rows={rows} onRow={onRow} />,
    },
    {
      heading: texts.cost,
      toCell: (row: NumbersRow) => (
        <b>
          <JudgedCost total={row} />
        </b>
      ),
    },
    {
      heading: texts.share,
      toCell: (row: NumbersRow): ReactNode =>
        row.rest === SUM ? '' : <ShareBar share={shareOf(row)} words={formatShare(shareOf(row), language)} />,
    },
    ...(by === 'session'
      ? []
      : [
          {
            heading: texts.sessionCount,
            toCell: ({ sessions }: NumbersRow) => (sessions === null ? '' : formatWhole(sessions, language)),
          },
        ]),
    { heading: texts.answerCount, toCell: ({ answers }: NumbersRow) => formatWhole(answers, language) },
    { heading: texts.input, toCell: ({ tokens }: NumbersRow) => formatTokens(tokens.input, language) },
    { heading: texts.output, toCell: (row: NumbersRow) => <OutputTokens total={row} /> },
    {
      heading: texts.cacheWrite,
      toCell: ({ tokens }: NumbersRow) => formatTokens(tokens.cacheWrite5m + tokens.cacheWrite1h, language),
    },
    {
      heading: texts.cacheRead,
      toCell: ({ tokens }: NumbersRow) => formatTokens(tokens.cacheRead, language),
    },
  ]
  const footer: NumbersRow = { ...total, key: null, id: null, rest: SUM }
  return (
    <DataTable
      caption={`${texts.by}: ${texts.groups[by]}`}
      isCaptionHidden
      columns={columns}
      rows={report.rows}
      keyOf={({ key, rest }) => `${key} ${rest}`}
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
  const words = useWords()
  const { texts, language } = words
  const { by } = report
  if (row.rest === SUM) return <>{texts.total}</>
  if (row.rest !== null) return <>{texts.rest(formatWhole(row.rest, language))}</>
  const name = oneLine(formatKey(by, row.key, words), 200)
  if (row.id !== null) {
    const known = rows.get(row.id)
    const title = known ? oneLine(known.title || known.firstPrompt || '', 120) || page.untitled : name
    return (
      <span className={css.links}>
        <a href={formatRoute({ kind: 'session', id: row.id })}>{title}</a>
        <a
          className={css.numbers}
          href={formatRoute({ kind: 'numbers', id: row.id })}
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
