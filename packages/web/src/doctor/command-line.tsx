import { stripControl } from '@antiphon/core/ui'
import { type ReactElement, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './command-line.module.css'

/** A command for a terminal, to be copied. */
export function CommandLine({ command }: { readonly command: string }): ReactElement {
  const { doctor } = useTexts()
  const [isCopied, setIsCopied] = useState(false)
  const shown = stripControl(command)
  return (
    <p className={css.command}>
      <code>{shown}</code>
      <Button
        onClick={() =>
          navigator.clipboard?.writeText(shown).then(
            () => setIsCopied(true),
            () => undefined,
          )
        }
      >
        {isCopied ? doctor.copied : doctor.copy}
      </Button>
    </p>
  )
}
