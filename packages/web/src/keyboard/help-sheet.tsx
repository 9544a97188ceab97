import { type ReactElement, useEffect, useRef } from 'react'
import { useTexts } from '../page/page-context.ts'
import { COMMAND_KEYS, type Command, keyOf } from './use-commands.ts'

/** Every key of the page. */
export function HelpSheet({ onClose }: { readonly onClose: () => void }): ReactElement {
  const texts = useTexts()
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => dialogRef.current?.showModal(), [])
  return (
    <dialog ref={dialogRef} className="dialog help" aria-label={texts.keys} onClose={onClose}>
      <header className="dialog-head">
        <h2>{texts.keys}</h2>
        <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
          {texts.close}
        </button>
      </header>
      <dl>
        {Object.entries(texts.keyWords).map(([command, words]) => (
          <div key={command}>
            <dt>
              <kbd>{isCommand(command) ? keyOf(command) : 'Enter'}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  )
}

function isCommand(name: string): name is Command {
  return Object.hasOwn(COMMAND_KEYS, name)
}
