import { CircleCheck, FileSearch, RefreshCw, Wrench } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { useNow } from '../browser/use-now.ts'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { EmptyState, PagePanel } from '../controls/page-panel.tsx'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import { formatAgo } from '../parts/format-time.ts'
import css from './doctor-view.module.css'
import { HealthBar } from './health-bar.tsx'
import { RepairManyDialog } from './repair-many-dialog.tsx'
import { SessionPane } from './session-pane.tsx'
import { useVerdicts, type VerdictsState } from './use-verdicts.ts'
import { VerdictList } from './verdict-list.tsx'

export type DoctorViewProps = {
  /** The session that is looked at; none without. */
  readonly id: string | undefined
}

/** Which sessions cannot be resumed, which can be repaired, and the repair. */
export function DoctorView({ id }: DoctorViewProps): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const paneRef = useRef<HTMLElement>(null)
  const verdicts = useVerdicts()
  const mayMend = useMay('doctor/mend')
  const [isRepairing, setIsRepairing] = useState(false)
  const now = useNow(60_000)
  useCommands(paneRef, { close: () => goTo(id === undefined ? { kind: 'home' } : { kind: 'doctor' }) })
  const { rows, isRunning, checkedAt } = verdicts
  const needy = rows.filter(
    ({ verdict, fixable }) => (verdict === 'repairable' || verdict === 'unresumable') && fixable > 0,
  )
  return (
    <PagePanel
      ref={paneRef}
      label={doctor.title}
      title={doctor.title}
      sub={
        checkedAt === undefined ? undefined : (
          <span>
            {doctor.checked(rows.length, formatAgo(new Date(checkedAt).toISOString(), now, texts))}
            <span className={css.wide}> · {doctor.noChange}</span>
          </span>
        )
      }
      tools={
        <>
          <Button
            look="quiet"
            icon={RefreshCw}
            disabled={isRunning}
            className={css.wide ?? ''}
            onClick={verdicts.again}
          >
            {doctor.again}
          </Button>
          {needy.length > 0 && mayMend && (
            <Button
              look={id === undefined ? 'primary' : 'plain'}
              icon={Wrench}
              disabled={isRunning}
              onClick={() => setIsRepairing(true)}
            >
              {doctor.repairMany(needy.length)}
            </Button>
          )}
        </>
      }
    >
      <div className={id === undefined ? css.split : `${css.split} ${css.open}`}>
        {/* What scrolls must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={css.scroll} tabIndex={0} aria-label={doctor.overview}>
          <Progress {...verdicts} />
          <Overview verdicts={verdicts} openId={id} />
        </section>
        {id !== undefined && <SessionPane key={id} id={id} onReport={verdicts.onReport} />}
      </div>
      {isRepairing && (
        <RepairManyDialog rows={needy} onReport={verdicts.onReport} onClose={() => setIsRepairing(false)} />
      )}
    </PagePanel>
  )
}

function Overview({
  verdicts,
  openId,
}: {
  readonly verdicts: VerdictsState
  readonly openId: string | undefined
}): ReactElement {
  const texts = useTexts()
  const { rows, isRunning, error, all } = verdicts
  const isFine = !isRunning && rows.length > 0 && rows.every(({ verdict }) => verdict === 'fine')
  const notes = rows.filter(({ findings }) => findings > 0).length
  return (
    <>
      {error && (
        <p className={css.failure} role="alert">
          {texts.failures[readFailure(error)]}
        </p>
      )}
      {rows.length > 0 && <HealthBar rows={rows} />}
      {isFine && (
        <div className={css.fine}>
          <EmptyState icon={CircleCheck} title={texts.doctor.allFine(rows.length)}>
            {notes > 0 && <p>{texts.doctor.haveNotes(notes)}</p>}
          </EmptyState>
        </div>
      )}
      {rows.length > 0 && <VerdictList rows={rows} openId={openId} />}
      {!isRunning && !error && all === 0 && (
        <EmptyState icon={FileSearch} title={texts.doctor.nothing}>
          <p>{texts.doctor.nothingHint}</p>
        </EmptyState>
      )}
    </>
  )
}

function Progress({ rows, all, isRunning }: VerdictsState): ReactElement {
  const { doctor } = useTexts()
  const words = all === undefined ? doctor.listening : doctor.progress(rows.length, all)
  return (
    <div className={isRunning ? css.progress : undefined}>
      {isRunning && (
        <>
          <progress max={all ?? 1} value={all === undefined ? undefined : rows.length} aria-label={words} />
          <span>{words}</span>
        </>
      )}
      <span className="hidden" role="status">
        {isRunning ? '' : words}
      </span>
    </div>
  )
}
