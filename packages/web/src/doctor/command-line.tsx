import { stripControl } from '@antiphon/core/ui'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../page/page-context.ts'

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
