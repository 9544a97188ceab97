import { stripControl } from '@antiphon/core/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useEffect, useId, useRef } from 'react'
import { readFailure } from '../client/failure.ts'
import type { Texts } from '../language/texts.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import type { FixPanelProps } from './fix-panel.tsx'

export type MendDialogProps = FixPanelProps & { readonly onClose: () => void }

/** Says what a fix does and where the file as it was will lie, and only then has it done. */
export function MendDialog({ session, report, onMended, onAgain, onClose }: MendDialogProps): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const dialogRef = useRef<HTMLDialogElement>(null)
  const headId = useId()
  const client = useClient()
  const mending = useMutation({
    mutationFn: () => client.mendSession({ session, fingerprint: report.fingerprint }),
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
