import type { DoctorNews, VerdictRow } from '@antiphon/server/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'
import { formatRoute } from '../page/route.ts'
import { VerdictTable } from './verdict-table.tsx'

/** A verdict for every log that there is, as they are examined. */
export function DoctorOverview(): ReactElement {
  const texts = useTexts()
  const overview = useOverview()
  const { rows, isRunning, error, all } = overview
  const [isDamagedOnly, setIsDamagedOnly] = useState(false)
  const damaged = rows.filter(({ verdict }) => verdict === 'damaged')
  const quirks = rows.filter(({ verdict }) => verdict === 'quirks').length
  const shown = isDamagedOnly ? damaged : rows
  return (
    <>
      <header className="session-head">
        <a className="back" href={formatRoute({ kind: 'sessions' })}>
          ‹ {texts.back}
        </a>
        <div className="session-title">
          <h1>{texts.doctor.title}</h1>
          <p className="session-facts">{texts.doctor.counts(damaged.length, quirks, rows.length)}</p>
        </div>
        <div className="session-tools">
          <label className="check">
            <input
              type="checkbox"
              checked={isDamagedOnly}
              onChange={event => setIsDamagedOnly(event.target.checked)}
            />
            {texts.doctor.onlyDamaged}
          </label>
          <button type="button" className="button" disabled={isRunning} onClick={overview.again}>
            {texts.doctor.again}
          </button>
        </div>
      </header>
      <Progress {...overview} />
      <div className="scroll doctor-body">
        <p className="quiet doctor-hint">{texts.doctor.hint}</p>
        {error && (
          <p className="doctor-note is-bad" role="alert">
            {texts.failures[readFailure(error)]}
          </p>
        )}
        {shown.length > 0 && <VerdictTable rows={shown} />}
        {!isRunning && !error && shown.length === 0 && (
          <p className="empty">{all === 0 ? texts.doctor.nothing : texts.doctor.noneDamaged}</p>
        )}
      </div>
    </>
  )
}

function Progress({ rows, all, isRunning }: Overview): ReactElement {
  const texts = useTexts()
  const words = all === undefined ? texts.doctor.listening : texts.doctor.progress(rows.length, all)
  return (
    <div className="doctor-progress">
      {isRunning && (
        <>
          <progress max={all ?? 1} value={all === undefined ? undefined : rows.length} aria-label={words} />
          <span className="quiet">{words}</span>
        </>
      )}
      <span className="hidden" role="status">
        {isRunning ? '' : words}
      </span>
    </div>
  )
}

type Verdicts = {
  readonly rows: readonly VerdictRow[]
  /** How many logs there are; undefined until that is known. */
  readonly all: number | undefined
}

type Overview = Verdicts & {
  readonly isRunning: boolean
  readonly error: Error | null
  readonly again: () => void
}

/** The verdicts of all logs as they come. The server stops when the page leaves. */
function useOverview(): Overview {
  const client = useClient()
  const queries = useQueryClient()
  const {
    data = NO_VERDICTS,
    isFetching,
    error,
  } = useQuery({
    queryKey: ['doctor'],
    queryFn: queryLines({
      ask: signal => client.lines('doctor', {}, signal),
      start: NO_VERDICTS,
      add: addNews,
    }),
  })
  const again = (): void => void queries.resetQueries({ queryKey: ['doctor'] })
  return { ...data, isRunning: isFetching, error, again }
}

const NO_VERDICTS: Verdicts = { rows: [], all: undefined }

function addNews({ rows, all }: Verdicts, news: readonly DoctorNews[]): Verdicts {
  const plan = news.find(one => one.kind === 'plan')
  const more = news.flatMap(one => (one.kind === 'verdict' ? [one.row] : []))
  return { all: plan?.files ?? all, rows: [...rows, ...more] }
}
