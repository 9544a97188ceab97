import { stripControl } from '@antiphon/core/ui'
import type { MendOutcome } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { quoteForShell } from './quote-for-shell.ts'

/** What a fix has done, and how it is taken back. */
export function MendNote({ outcome }: { readonly outcome: MendOutcome }): ReactElement {
  const texts = useTexts()
  if (outcome.status === 'unchanged')
    return (
      <p className="doctor-note" role="status">
        {texts.doctor.unchanged}
      </p>
    )
  const { backup, file } = outcome
  return (
    <section className="doctor-note is-good-note">
      <p role="status">
        <strong>{texts.doctor.fixed(outcome.changeCount)}</strong>
      </p>
      <p>
        {texts.doctor.backup} <code className="doctor-path">{stripControl(backup)}</code>
      </p>
      <details>
        <summary>{texts.doctor.undo}</summary>
        <p>{texts.doctor.undoHint}</p>
        <CommandLine command={formatMove(backup, file)} />
      </details>
    </section>
  )
}

function formatMove(from: string, to: string): string {
  const command = from.startsWith('/') ? 'mv --' : 'move'
  return `${command} ${quoteForShell(from)} ${quoteForShell(to)}`
}

/** A command for a terminal, to be copied. */
export function CommandLine({ command }: { readonly command: string }): ReactElement {
  const texts = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const shown = stripControl(command)
  return (
    <p className="command-line">
      <code className="doctor-path">{shown}</code>
      <button
        type="button"
        className="button"
        onClick={() =>
          navigator.clipboard?.writeText(shown).then(
            () => setIsCopied(true),
            () => undefined,
          )
        }
      >
        {isCopied ? texts.doctor.copied : texts.doctor.copy}
      </button>
    </p>
  )
}
