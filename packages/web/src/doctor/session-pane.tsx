import { formatSize, oneLine, stripControl } from '@antiphon/core/ui'
import type { DefectReport, MendOutcome, SessionReport, TooLargeReport } from '@antiphon/server/protocol'
import { ChevronLeft, RefreshCw, ShieldCheck, Wrench } from 'lucide-react'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { Button, IconButton, toButtonClass } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { FilePath, Tag } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import { useMay } from '../page/you.ts'
import { ChangeList } from './change-list.tsx'
import { CommandLine } from './command-line.tsx'
import { FindingList } from './finding-list.tsx'
import { quoteForShell } from './quote-for-shell.ts'
import { RepairDialog } from './repair-dialog.tsx'
import { RepairNote } from './repair-note.tsx'
import { ResumeTable } from './resume-table.tsx'
import css from './session-pane.module.css'
import { VERDICT_FACES } from './verdict-mark.tsx'

export type SessionPaneProps = {
  readonly id: string
  readonly onReport: (id: string, report: DefectReport) => void
}

/** One session: what was found, what a repair would change, and the repair. */
export function SessionPane({ id, onReport }: SessionPaneProps): ReactElement {
  const texts = useTexts()
  const examined = useAnswer('doctor/session', { session: id })
  const { isFetching, error } = examined
  const report = error ? undefined : examined.data
  const again = (): void => void examined.refetch()
  const [outcome, setOutcome] = useState<MendOutcome>()
  const tell = useEffectEvent((told: DefectReport) => onReport(id, told))
  useEffect(() => {
    if (report?.kind === 'report') tell(report)
  }, [report])
  return (
    <aside className={css.pane} aria-label={texts.doctor.pane}>
      {/* What scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={css.scroll} tabIndex={0} aria-label={texts.doctor.pane}>
        <PaneHead report={report} isChecking={isFetching} onAgain={again} />
        {error && !isFetching && (
          <p className={css.failure} role="alert">
            {texts.failures[readFailure(error)]}
          </p>
        )}
        {outcome && <RepairNote outcome={outcome} />}
        <p className={isFetching && !report ? css.state : 'hidden'} role="status">
          {isFetching ? texts.doctor.examining : ''}
        </p>
        {report?.kind === 'too-large' && <TooLarge report={report} />}
        {report?.kind === 'report' && <ReportParts id={id} report={report} />}
      </section>
      {report?.kind === 'report' && (
        <PaneFoot
          id={id}
          report={report}
          onRepaired={done => {
            setOutcome(done)
            again()
          }}
          onAgain={again}
        />
      )}
    </aside>
  )
}

type PaneHeadProps = {
  readonly report: SessionReport | undefined
  readonly isChecking: boolean
  readonly onAgain: () => void
}

function PaneHead({ report, isChecking, onAgain }: PaneHeadProps): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const face = report?.kind === 'report' ? VERDICT_FACES[report.verdict] : undefined
  return (
    <header className={css.head}>
      <div className={css.row}>
        <a className={css.up} href={formatRoute({ kind: 'doctor' })}>
          <Icon of={ChevronLeft} size={14} /> {doctor.overview}
        </a>
        {face && report?.kind === 'report' && (
          <Tag icon={face.icon} {...(face.tone && { tone: face.tone })}>
            {doctor.verdicts[report.verdict]}
          </Tag>
        )}
        <span className={css.space} />
        <IconButton icon={RefreshCw} label={doctor.again} disabled={isChecking} onClick={onAgain} />
      </div>
      <h2>{report ? oneLine(report.title, 200) || texts.untitled : ''}</h2>
      {report && (
        <div className={css.facts}>
          {report.kind === 'report' && <p>{doctor.facts(report.lines, formatSize(report.bytes))}</p>}
          <p className={css.file}>
            <FilePath path={stripControl(report.file)} />
          </p>
        </div>
      )}
    </header>
  )
}

function ReportParts({ id, report }: { readonly id: string; readonly report: DefectReport }): ReactElement {
  const { doctor } = useTexts()
  return (
    <>
      {report.verdict === 'no-session' && <p className={css.state}>{doctor.noSession}</p>}
      {report.verdict === 'fine' && report.findings.length === 0 && (
        <p className={css.state}>{doctor.noFindings}</p>
      )}
      <FindingList session={id} report={report} />
      {report.verdict !== 'no-session' && <ResumeTable report={report} />}
      {report.changeCount > 0 && <ChangeList report={report} />}
    </>
  )
}

type PaneFootProps = {
  readonly id: string
  readonly report: DefectReport
  readonly onRepaired: (outcome: MendOutcome) => void
  readonly onAgain: () => void
}

function PaneFoot({ id, report, onRepaired, onAgain }: PaneFootProps): ReactElement {
  const { doctor } = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const mayMend = useMay('doctor/mend')
  const { writer, findings, verdict, changeCount } = report
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0)
  const all = findings.reduce((sum, { count }) => sum + count, 0)
  return (
    <footer className={css.foot}>
      {changeCount > 0 && (
        <span className={writer === null ? css.backup : css.writer}>
          {writer === null && <Icon of={ShieldCheck} />}
          {writer === null ? doctor.backupKept : doctor[writer]}
        </span>
      )}
      <span className={css.space} />
      <a className={toButtonClass()} href={formatRoute({ kind: 'session', id })}>
        {doctor.toSession}
      </a>
      {changeCount > 0 && mayMend && (
        <Button
          look={verdict === 'fine' ? 'plain' : 'primary'}
          icon={Wrench}
          disabled={writer === 'held'}
          onClick={() => setIsAsking(true)}
        >
          {doctor.repairSome(fixable, all)}
        </Button>
      )}
      {isAsking && (
        <RepairDialog
          session={id}
          report={report}
          onRepaired={onRepaired}
          onAgain={onAgain}
          onClose={() => setIsAsking(false)}
        />
      )}
    </footer>
  )
}

function TooLarge({ report }: { readonly report: TooLargeReport }): ReactElement {
  const { doctor } = useTexts()
  return (
    <div className={css.state}>
      <p>{doctor.tooLarge(formatSize(report.bytes), formatSize(report.limit))}</p>
      <CommandLine command={`antiphon doctor ${quoteForShell(report.file)}`} />
    </div>
  )
}
