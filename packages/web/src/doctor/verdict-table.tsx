import { formatSize, oneLine } from '@antiphon/core/ui'
import type { VerdictRow } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { useNow } from '../browser/use-now.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatAgo } from '../parts/format-time.ts'
import { VerdictMark } from './verdict-note.tsx'

/** Verdicts as a table, the first few hundred of them at first. */
export function VerdictTable({ rows }: { readonly rows: readonly VerdictRow[] }): ReactElement {
  const texts = useTexts()
  const { columns } = texts.doctor
  const now = useNow(60_000)
  const [most, setMost] = useState(ROWS_A_PAGE)
  const rest = rows.length - most
  return (
    <>
      <table className="doctor-table">
        <thead>
          <tr>
            {COLUMNS.map(([name, className]) => (
              <th key={name} scope="col" className={className}>
                {columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(row => (
            <Row key={row.id} row={row} now={now} />
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <button type="button" className="more" onClick={() => setMost(most + ROWS_A_PAGE)}>
          {texts.doctor.more(Math.min(rest, ROWS_A_PAGE))}
        </button>
      )}
    </>
  )
}

const ROWS_A_PAGE = 200

const COLUMNS = [
  ['verdict', undefined],
  ['session', undefined],
  ['errors', 'is-number'],
  ['warnings', 'is-number'],
  ['notes', 'is-number is-wide'],
  ['fixable', 'is-number'],
  ['size', 'is-number is-wide'],
  ['changed', 'is-number is-wide'],
] as const

type RowProps = { readonly row: VerdictRow; readonly now: number }

function Row({ row, now }: RowProps): ReactElement {
  const texts = useTexts()
  const { counts, problem } = row
  const isExamined = row.verdict !== 'unexamined'
  const cell = (value: number): string => (isExamined ? value.toLocaleString('en') : '–')
  return (
    <tr>
      <td>
        <VerdictMark verdict={row.verdict} />
        {problem && <span className="quiet doctor-problem">{texts.doctor.problems[problem]}</span>}
      </td>
      <td className="doctor-name">
        <a href={formatRoute({ kind: 'doctor', id: row.id })}>{oneLine(row.title, 120) || texts.untitled}</a>
        <span className="doctor-where">
          {row.isSubagent && <span className="mark">{texts.doctor.subagent}</span>}
          {row.cwd !== null && oneLine(row.cwd, 100)}
        </span>
      </td>
      <td className={`is-number ${counts.error > 0 ? 'is-bad' : ''}`}>{cell(counts.error)}</td>
      <td className={`is-number ${counts.warning > 0 ? 'is-warn' : ''}`}>{cell(counts.warning)}</td>
      <td className="is-number is-wide">{cell(counts.note)}</td>
      <td className="is-number">{cell(row.fixable)}</td>
      <td className="is-number is-wide">{formatSize(row.bytes)}</td>
      <td className="is-number is-wide">{formatAgo(row.changedAt, now, texts)}</td>
    </tr>
  )
}
