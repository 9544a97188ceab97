import type { ReactElement } from 'react'
import { SideForm } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'

export type DenyFormProps = {
  readonly label: string
  readonly onDeny: (reason: string) => void
  readonly onCancel: () => void
}

/** Asks why not; the agent reads it. Enter denies without a reason, too. */
export function DenyForm({ label, onDeny, onCancel }: DenyFormProps): ReactElement {
  const texts = useTexts().chat
  return (
    <SideForm className="deny-form" onSubmit={read => onDeny(read('reason').trim())} onCancel={onCancel}>
      <input
        className="field"
        type="text"
        name="reason"
        aria-label={texts.denyReason}
        placeholder={texts.denyReasonHint}
      />
      <button type="submit" className="button is-bad">
        {label}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {texts.context.cancel}
      </button>
    </SideForm>
  )
}
