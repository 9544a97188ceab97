import { stripControl } from '@antiphon/core/ui'
import type { DefectReport, MendOutcome } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import type { Texts } from '../language/texts.ts'
import { useClient, useTexts } from '../page/page-context.ts'

type FixPanelProps = {
  readonly session: string
  readonly report: DefectReport
  readonly onMended: (outcome: MendOutcome) => void
  readonly onAgain: () => void
}

/** The way to a fix; it is asked about before anything is written. */
export function FixPanel({ session, report, onMended, onAgain }: FixPanelProps): ReactElement {
  const texts = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { writer } = report
  return (
    <div className="fix-panel">
      <button
        type="button"
        className="button is-main"
        disabled={writer === 'held'}
        onClick={() => setIsAsking(true)}
      >
        {texts.doctor.fix}
      </button>
      <span className={writer === null ? 'quiet' : 'is-warn'}>
        {writer === null ? texts.doctor.fixHint : texts.doctor[writer]}
      </span>
      {isAsking && (
        <MendDialog
          session={session}
          report={report}
          onMended={onMended}
          onAgain={onAgain}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

type MendDialogProps = FixPanelProps & { readonly onClose: () => void }

/** Says what a fix does and where the file as it was will lie, and only then has it done. */
function MendDialog({ session, report, onMended, onAgain, onClose }: MendDialogProps): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const dialogRef = useRef<HTMLDialogElement>(null)
  const headId = useId()
  const client = useClient()
  const mending = useMutation({
    mutationFn: () => client.post('doctor/mend', { session, fingerprint: report.fingerprint }),
    onSuccess(outcome) {
      dialogRef.current?.close()
      onMended(outcome)
    },
  })
  useEffect(() => dialogRef.current?.showModal(), [])
  return (
    <dialog ref={dialogRef} className="dialog mend-dialog" aria-labelledby={headId} onClose={onClose}>
      <header className="dialog-head">
        <h2 id={headId}>{doctor.ask}</h2>
      </header>
      <div className="mend-words">
        <p>{doctor.askWords(report.changeCount)}</p>
        <p>{doctor.askKept}</p>
        <p>{doctor.askBackup}</p>
        <p>
          <code className="doctor-path">{doctor.backupName(stripControl(report.file))}</code>
        </p>
        <p className={report.writer === 'fresh' ? 'is-warn' : ''}>
          {report.writer === 'fresh' ? doctor.fresh : doctor.askWriters}
        </p>
        {mending.error && (
          <p className="doctor-note is-bad" role="alert">
            {describe(mending.error, texts)}
          </p>
        )}
      </div>
      <footer className="mend-buttons">
        <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
          {doctor.cancel}
        </button>
        {mending.error === null ? (
          <button
            type="button"
            className="button is-main"
            disabled={mending.isPending}
            onClick={() => mending.mutate()}
          >
            {mending.isPending ? doctor.fixing : doctor.fixNow}
          </button>
        ) : (
          <button
            type="button"
            className="button is-main"
            onClick={() => {
              dialogRef.current?.close()
              onAgain()
            }}
          >
            {doctor.again}
          </button>
        )}
      </footer>
    </dialog>
  )
}

function describe(error: unknown, texts: Texts): string {
  const failure = readFailure(error)
  const words = failure === 'refused' && error instanceof Error ? error.message : texts.failures[failure]
  return `${texts.doctor.notFixed} ${stripControl(words)}`
}
