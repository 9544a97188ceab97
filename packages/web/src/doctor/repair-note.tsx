import { stripControl } from '@antiphon/core/ui'
import type { MendOutcome } from '@antiphon/server/protocol'
import { CircleCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import { CommandLine } from './command-line.tsx'
import { quoteForShell } from './quote-for-shell.ts'
import css from './repair-note.module.css'

/** What a repair has done, and how it is undone. */
export function RepairNote({ outcome }: { readonly outcome: MendOutcome }): ReactElement {
  const { doctor } = useTexts()
  if (outcome.status === 'unchanged')
    return (
      <p className={css.note} role="status">
        {doctor.unchanged}
      </p>
    )
  const { backup, file } = outcome
  return (
    <section className={css.note}>
      <p className={css.done} role="status">
        <Icon of={CircleCheck} /> <strong>{doctor.repaired(outcome.changeCount)}</strong>
      </p>
      <p>
        {doctor.backup} <code>{stripControl(backup)}</code>
      </p>
      <details>
        <summary>{doctor.undo}</summary>
        <p>{doctor.undoHint}</p>
        <CommandLine command={formatMove(backup, file)} />
      </details>
    </section>
  )
}

function formatMove(from: string, to: string): string {
  const command = from.startsWith('/') ? 'mv --' : 'move'
  return `${command} ${quoteForShell(from)} ${quoteForShell(to)}`
}
