import { oneLine, stripControl } from '@antiphon/core/ui'
import type { DefectReport, VerdictRow } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Client } from '../client/client.ts'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import css from './repair-dialog.module.css'

export type RepairManyDialogProps = {
  /** Those that are repaired; the list of what was asked about stays as it was. */
  readonly rows: readonly VerdictRow[]
  readonly onReport: (id: string, report: DefectReport) => void
  readonly onClose: () => void
}

/** What became of one of many. */
type Outcome = { readonly row: VerdictRow; readonly failure: string | null }

/** Repairs several sessions one after the other, once a person said so; each keeps its backup. */
export function RepairManyDialog({ rows, onReport, onClose }: RepairManyDialogProps): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const client = useClient()
  const [asked] = useState(rows)
  const [done, setDone] = useState<readonly Outcome[]>([])
  const repair = useMutation({
    async mutationFn() {
      for (const row of asked) {
        const failure = await repairOne(client, row.id, onReport).then(
          () => null,
          error =>
            readFailure(error) === 'refused'
              ? stripControl(error.message)
              : texts.failures[readFailure(error)],
        )
        setDone(known => [...known, { row, failure }])
      }
    },
  })
  const failed = done.filter(({ failure }) => failure !== null)
  return (
    <Dialog
      title={doctor.ask(asked.length)}
      width="small"
      onClose={onClose}
      foot={
        repair.isSuccess ? (
          <Button look="primary" onClick={onClose}>
            {doctor.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{doctor.cancel}</Button>
            <Button look="primary" disabled={repair.isPending} onClick={() => repair.mutate()}>
              {repair.isPending ? doctor.repairing : doctor.repairNow}
            </Button>
          </>
        )
      }
    >
      <div className={css.words}>
        <p>{doctor.askMany}</p>
        <p>{doctor.askKept}</p>
        <ul>
          {asked.map(({ id, title }) => (
            <li key={id}>{oneLine(title, 120) || texts.untitled}</li>
          ))}
        </ul>
        <p role="status">
          {repair.isPending && doctor.repairingMany(done.length, asked.length)}
          {repair.isSuccess && doctor.repairedMany(done.length - failed.length)}
        </p>
        {failed.map(({ row, failure }) => (
          <p key={row.id} className={css.failure} role="alert">
            {oneLine(row.title, 80) || texts.untitled}: {failure}
          </p>
        ))}
      </div>
    </Dialog>
  )
}

/** Looks at a session again, repairs what was seen, and tells what it is now. */
async function repairOne(
  client: Client,
  session: string,
  onReport: RepairManyDialogProps['onReport'],
): Promise<void> {
  const before = await client.get('doctor/session', { session })
  if (before.kind !== 'report') return
  await client.post('doctor/mend', { session, fingerprint: before.fingerprint })
  const after = await client.get('doctor/session', { session })
  if (after.kind === 'report') onReport(session, after)
}
