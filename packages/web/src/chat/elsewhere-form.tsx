import { type ReactElement, useState } from 'react'
import { SideForm } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'
import { FolderField } from './folder-field.tsx'
import { useChoices } from './use-choices.ts'

export type ElsewhereFormProps = {
  readonly isOpening: boolean
  readonly onFolder: (folder: string) => void
  /** The folder is another one than that which may have been refused. */
  readonly onChange: () => void
  readonly onCancel: () => void
}

/** In which folder a copy of a session shall go on. */
export function ElsewhereForm(props: ElsewhereFormProps): ReactElement {
  const { isOpening, onFolder, onChange, onCancel } = props
  const texts = useTexts().chat
  const { data: choices } = useChoices(true)
  const [folder, setFolder] = useState<string>()
  const value = folder ?? choices?.folders[0] ?? ''
  return (
    <SideForm className="elsewhere-form" onSubmit={() => onFolder(value.trim())} onCancel={onCancel}>
      <div className="chat-new-line">
        <FolderField
          choices={choices}
          value={value}
          onValue={next => {
            setFolder(next)
            onChange()
          }}
        />
      </div>
      <div className="chat-start">
        <button type="submit" className="button is-main" disabled={isOpening || value.trim() === ''}>
          {isOpening ? texts.opening : texts.continueThere}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {texts.context.cancel}
        </button>
        <span className="quiet">{texts.elsewhereHint}</span>
      </div>
    </SideForm>
  )
}
