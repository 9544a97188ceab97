import { formatSize, oneLine, stripControl } from '@antiphon/core/ui'
import type { MendOutcome, TooLargeReport } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import { ChangeList } from './change-list.tsx'
import { FindingList } from './finding-list.tsx'
import { FixPanel } from './fix-panel.tsx'
import { CommandLine, MendNote } from './mend-note.tsx'
import { quoteForShell } from './quote-for-shell.ts'
import { ResumeTable } from './resume-table.tsx'
import { VerdictNote } from './verdict-note.tsx'

/** One session: its defects, what a fix would change, and the fix. */
export function DoctorSession({ id }: { readonly id: string }): ReactElement {
  const texts = useTexts()
  const examined = useAnswer('doctor/session', { session: id })
  const { isFetching: isExamining, error } = examined
  const report = error ? undefined : examined.data
  const again = (): void => void examined.refetch()
  const [outcome, setOutcome] = useState<MendOutcome>()
  return (
    <>
      <header className="session-head">
        <a className="doctor-up" href={formatRoute({ kind: 'doctor' })}>
          ‹ {texts.doctor.overview}
        </a>
        <div className="session-title">
          <h1>{report ? oneLine(report.title, 200) || texts.untitled : texts.doctor.title}</h1>
          <p className="session-facts">{report && stripControl(report.file)}</p>
        </div>
        <div className="session-tools">
          <a href={formatRoute({ kind: 'session', id })}>{texts.doctor.toSession}</a>
          <button type="button" className="button" disabled={isExamining} onClick={again}>
            {texts.doctor.again}
          </button>
        </div>
      </header>
      <div className="scroll doctor-body">
        {error && !isExamining && (
          <p className="doctor-note is-bad" role="alert">
            {texts.failures[readFailure(error)]}
          </p>
        )}
        {outcome && <MendNote outcome={outcome} />}
        <p className={isExamining && !report ? 'quiet' : 'hidden'} role="status">
          {isExamining ? texts.doctor.examining : ''}
        </p>
        {report?.kind === 'too-large' && <TooLarge report={report} />}
        {report?.kind === 'report' && (
          <>
            <VerdictNote report={report} />
            {report.changeCount > 0 && (
              <FixPanel
                session={id}
                report={report}
                onMended={done => {
                  setOutcome(done)
                  again()
                }}
                onAgain={again}
              />
            )}
            {report.findings.length > 0 && <FindingList session={id} report={report} />}
            {report.verdict !== 'no-session' && <ResumeTable report={report} />}
            {report.changeCount > 0 && <ChangeList report={report} />}
          </>
        )}
      </div>
    </>
  )
}

function TooLarge({ report }: { readonly report: TooLargeReport }): ReactElement {
  const texts = useTexts()
  return (
    <div className="doctor-note">
      <p>{texts.doctor.tooLarge(formatSize(report.bytes), formatSize(report.limit))}</p>
      <CommandLine command={`antiphon doctor ${quoteForShell(report.file)}`} />
    </div>
  )
}
