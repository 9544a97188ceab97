import { type ReactElement, useEffect, useRef, useState } from 'react'
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
  const formRef = useRef<HTMLFormElement>(null)
  const value = folder ?? choices?.folders[0] ?? ''
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])
  return (
    <form
      className="elsewhere-form"
      ref={formRef}
      onSubmit={event => {
        event.preventDefault()
        onFolder(value.trim())
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onCancel()
      }}
    >
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
    </form>
  )
}
