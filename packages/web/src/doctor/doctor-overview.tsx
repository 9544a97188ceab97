import { type ReactElement, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { type Overview, useOverview } from './use-overview.ts'
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
