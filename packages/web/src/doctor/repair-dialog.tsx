import { stripControl } from '@antiphon/core/ui'
import type { DefectReport, MendOutcome } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import type { Texts } from '../language/texts.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import css from './repair-dialog.module.css'

export type RepairDialogProps = {
  readonly session: string
  readonly report: DefectReport
  readonly onRepaired: (outcome: MendOutcome) => void
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** Says what a repair does and where the file as it was will lie, and only then has it done. */
export function RepairDialog({
  session,
  report,
  onRepaired,
  onAgain,
  onClose,
}: RepairDialogProps): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const client = useClient()
  const repair = useMutation({
    mutationFn: () => client.post('doctor/mend', { session, fingerprint: report.fingerprint }),
    onSuccess(outcome) {
      onClose()
      onRepaired(outcome)
    },
  })
  return (
    <Dialog
      title={doctor.ask(1)}
      width="small"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{doctor.cancel}</Button>
          {repair.error === null ? (
            <Button look="primary" disabled={repair.isPending} onClick={() => repair.mutate()}>
              {repair.isPending ? doctor.repairing : doctor.repairNow}
            </Button>
          ) : (
            <Button
              look="primary"
              onClick={() => {
                onClose()
                onAgain()
              }}
            >
              {doctor.again}
            </Button>
          )}
        </>
      }
    >
      <div className={css.words}>
        <p>{doctor.askWords(report.changeCount)}</p>
        <p>{doctor.askKept}</p>
        <p>
          {doctor.askBackup} <code>{doctor.backupName(stripControl(report.file))}</code>
        </p>
        <p className={report.writer === 'fresh' ? css.warning : undefined}>
          {report.writer === 'fresh' ? doctor.fresh : doctor.askWriters}
        </p>
        {repair.error && (
          <p className={css.failure} role="alert">
            {describeFailure(repair.error, texts)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Why nothing was repaired, in words for a person. */
export function describeFailure(error: unknown, texts: Texts): string {
  const failure = readFailure(error)
  const words = failure === 'refused' && error instanceof Error ? error.message : texts.failures[failure]
  return `${texts.doctor.notRepaired} ${stripControl(words)}`
}
