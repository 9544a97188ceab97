import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'

export type SideFormProps = {
  readonly className: string
  readonly label?: string
  readonly onSubmit: (read: FormReader) => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** What was filled into a field, by its name. */
export type FormReader = (name: string) => string

/** A form that somebody was led to: it takes the focus, Enter submits it, and Escape leads back. */
export function SideForm({ className, label, onSubmit, onCancel, children }: SideFormProps): ReactElement {
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => formRef.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  return (
    <form
      className={className}
      ref={formRef}
      aria-label={label}
      onSubmit={event => onSubmit(takeFields(event))}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onCancel()
      }}
    >
      {children}
    </form>
  )
}

/** Takes a form's fields where the browser would send them away. */
export function takeFields(event: FormEvent<HTMLFormElement>): FormReader {
  event.preventDefault()
  event.stopPropagation()
  const fields = new FormData(event.currentTarget)
  return name => String(fields.get(name) ?? '')
}
