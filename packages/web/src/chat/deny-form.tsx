import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTexts } from '../page/page-context.ts'

export type DenyFormProps = {
  readonly label: string
  readonly onDeny: (reason: string) => void
  readonly onCancel: () => void
}

/** Asks why not; the agent reads it. Enter denies without a reason, too. */
export function DenyForm({ label, onDeny, onCancel }: DenyFormProps): ReactElement {
  const texts = useTexts()
  const fieldRef = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  useEffect(() => fieldRef.current?.focus(), [])
  return (
    <form
      className="deny-form"
      onSubmit={event => {
        event.preventDefault()
        onDeny(reason.trim())
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <input
        ref={fieldRef}
        className="field"
        type="text"
        aria-label={texts.chat.denyReason}
        placeholder={texts.chat.denyReasonHint}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
      <button type="submit" className="button is-bad">
        {label}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {texts.chat.context.cancel}
      </button>
    </form>
  )
}
