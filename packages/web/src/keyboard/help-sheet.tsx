import { type ReactElement, useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import { COMMAND_KEYS } from './use-commands.ts'

/** Every key of the page. */
export function HelpSheet({ onClose }: { readonly onClose: () => void }): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => dialogRef.current?.showModal(), [])
  const rows = [...Object.entries(COMMAND_KEYS), ['open', 'Enter'] as const]
  return (
    <dialog ref={dialogRef} className="dialog help" aria-label={texts.keys} onClose={onClose}>
      <header className="dialog-head">
        <h2>{texts.keys}</h2>
        <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
          {texts.close}
        </button>
      </header>
      <dl>
        {rows.map(([command, key]) => (
          <div key={command}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>
              {
                texts.keyWords[
                  command as keyof typeof texts.keyWords
                ] /* the commands and `open` are its keys */
              }
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}
