import type { ChatChoices } from '@antiphon/server/protocol'
import { type ReactElement, useId } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './chat.module.css'

type FolderFieldProps = {
  readonly choices: ChatChoices | undefined
  readonly value: string
  readonly onValue: (folder: string) => void
}

/** Where an agent works: one of the known folders, or one that is typed. */
export function FolderField({ choices, value, onValue }: FolderFieldProps): ReactElement {
  const texts = useTexts()
  const listId = useId()
  const id = useId()
  return (
    <div className={css.folder}>
      <label htmlFor={id}>{texts.chat.folder}</label>
      <input
        id={id}
        className="field"
        type="text"
        list={listId}
        spellCheck={false}
        autoComplete="off"
        title={texts.chat.folderHint}
        placeholder={choices ? texts.chat.folderHint : texts.loading}
        value={value}
        onChange={event => onValue(event.target.value)}
      />
      <datalist id={listId}>
        {choices?.folders.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  )
}
