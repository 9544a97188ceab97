import type { AttachedContext } from '@antiphon/server/protocol'
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { attach } from './attached.ts'
import { type PickerForm as FormName, readAddress } from './picker-options.ts'

export type PickerFormProps = {
  readonly form: FormName
  readonly onAttach: (attached: AttachedContext) => void
  readonly onClose: () => void
}

/** Asks for what nobody can look up: an address, or a text from elsewhere. */
export function PickerForm({ form, onAttach, onClose }: PickerFormProps): ReactElement {
  const texts = useTexts().chat.context
  const formRef = useRef<HTMLFormElement>(null)
  const id = useId()
  const [text, setText] = useState('')
  const [title, setTitle] = useState('')
  const [isError, setIsError] = useState(false)
  const [isBad, setIsBad] = useState(false)
  useEffect(() => formRef.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    const attached = toAttached({ form, text, title, isError })
    if (attached) onAttach(attached)
    else setIsBad(true)
  }
  const label = { web: texts.url, terminal: texts.pasteTerminal, problems: texts.pasteProblems }[form]
  return (
    <form
      className="picker picker-form"
      ref={formRef}
      aria-label={label}
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        onClose()
      }}
    >
      <label className="picker-line" htmlFor={id}>
        <span>{label}</span>
        {form === 'web' ? (
          <input
            id={id}
            className="field"
            type="text"
            inputMode="url"
            placeholder="https://…"
            value={text}
            aria-invalid={isBad}
            onChange={event => setText(event.target.value)}
          />
        ) : (
          <textarea
            id={id}
            className="field"
            rows={5}
            placeholder={texts.pasteHint}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </label>
      {form === 'web' ? (
        <label className="picker-line">
          <span>
            {texts.pageTitle} ({texts.optional})
          </span>
          <input
            className="field"
            type="text"
            value={title}
            onChange={event => setTitle(event.target.value)}
          />
        </label>
      ) : (
        <label className="check">
          <input type="checkbox" checked={isError} onChange={event => setIsError(event.target.checked)} />
          {texts.isError}
        </label>
      )}
      {isBad && (
        <p className="chat-bad" role="alert">
          {form === 'web' ? texts.urlBad : texts.pasteHint}
        </p>
      )}
      <div className="picker-buttons">
        <button type="submit" className="button is-main">
          {texts.attach}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}

type Filled = {
  readonly form: FormName
  readonly text: string
  readonly title: string
  readonly isError: boolean
}

function toAttached({ form, text, title, isError }: Filled): AttachedContext | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  switch (form) {
    case 'web': {
      const url = readAddress(text)
      const named = title.trim()
      return url === undefined
        ? undefined
        : attach({ type: 'WebReference', url, ...(named !== '' && { title: named }) })
    }
    case 'terminal':
      if (lines.length === 0) return undefined
      return attach(
        { type: 'TerminalReference', lineCount: text.trimEnd().split('\n').length, isError },
        text,
      )
    case 'problems':
      if (lines.length === 0) return undefined
      return attach(
        { type: 'ProblemsReference', count: lines.length, severity: isError ? 'ERROR' : 'WARNING' },
        text,
      )
  }
}
