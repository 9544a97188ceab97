import { stripControl } from '@antiphon/core/ui'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import type { Texts } from '../language/texts.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import type { FixPanelProps } from './fix-panel.tsx'

export type MendDialogProps = FixPanelProps & { readonly onClose: () => void }

/** Says what a fix does and where the file as it was will lie, and only then has it done. */
export function MendDialog(props: MendDialogProps): ReactElement {
  const { report, onClose, onAgain } = props
  const texts = useTexts()
  const { doctor } = texts
  const dialogRef = useRef<HTMLDialogElement>(null)
  const headId = useId()
  const { mend, isMending, refusal } = useMending(props, () => dialogRef.current?.close())
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
        {refusal !== undefined && (
          <p className="doctor-note is-bad" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <footer className="mend-buttons">
        <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
          {doctor.cancel}
        </button>
        {refusal === undefined ? (
          <button type="button" className="button is-main" disabled={isMending} onClick={mend}>
            {isMending ? doctor.fixing : doctor.fixNow}
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

type Mending = {
  readonly mend: () => void
  readonly isMending: boolean
  readonly refusal: string | undefined
}

function useMending({ session, report, onMended }: MendDialogProps, onDone: () => void): Mending {
  const client = useClient()
  const texts = useTexts()
  const [isMending, setIsMending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  function mend(): void {
    setIsMending(true)
    client.mendSession({ session, fingerprint: report.fingerprint }).then(
      outcome => {
        onDone()
        onMended(outcome)
      },
      error => {
        setIsMending(false)
        setRefusal(describe(error, texts))
      },
    )
  }
  return { mend, isMending, refusal }
}

function describe(error: unknown, texts: Texts): string {
  const failure = readFailure(error)
  const words = failure === 'refused' && error instanceof Error ? error.message : texts.failures[failure]
  return `${texts.doctor.notFixed} ${stripControl(words)}`
}
