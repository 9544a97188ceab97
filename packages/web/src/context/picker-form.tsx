import { attach } from '@antiphon/core/chat'
import type { AttachedContext } from '@antiphon/server/protocol'
import { type ReactElement, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import listCss from '../keyboard/option-list.module.css'
import { type FormReader, SideForm } from '../keyboard/side-form.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './context.module.css'
import { type FormKind, readAddress } from './picker-options.ts'

export type PickerFormProps = {
  readonly form: FormKind
  readonly onAttach: (attached: AttachedContext) => void
  readonly onClose: () => void
}

/** Asks for what nobody can look up: an address, or a text from elsewhere. */
export function PickerForm({ form, onAttach, onClose }: PickerFormProps): ReactElement {
  const texts = useTexts().chat.context
  const id = useId()
  const [isBad, setIsBad] = useState(false)
  function submit(read: FormReader): void {
    const attached = toAttached(form, read)
    if (attached) onAttach(attached)
    else setIsBad(true)
  }
  const label = texts.forms[form]
  const isPage = form === 'WebReference'
  return (
    <SideForm className={`${listCss.picker} ${css.form}`} label={label} onSubmit={submit} onCancel={onClose}>
      <label className={css.line} htmlFor={id}>
        <span>{label}</span>
        {isPage ? (
          <input
            id={id}
            className="field"
            type="text"
            name="text"
            inputMode="url"
            placeholder="https://…"
            aria-invalid={isBad}
          />
        ) : (
          <textarea id={id} className="field" name="text" rows={5} placeholder={texts.pasteHint} />
        )}
      </label>
      {isPage ? (
        <label className={css.line}>
          <span>
            {texts.pageTitle} ({texts.optional})
          </span>
          <input className="field" type="text" name="title" />
        </label>
      ) : (
        <label className="check">
          <input type="checkbox" name="isError" />
          {texts.isError}
        </label>
      )}
      {isBad && (
        <p className={css.bad} role="alert">
          {isPage ? texts.urlBad : texts.pasteHint}
        </p>
      )}
      <div className={css.buttons}>
        <Button type="submit" look="primary">
          {texts.attach}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </div>
    </SideForm>
  )
}

function toAttached(type: FormKind, read: FormReader): AttachedContext | undefined {
  const text = read('text')
  if (type === 'WebReference') {
    const url = readAddress(text)
    const title = read('title').trim()
    return url === undefined ? undefined : attach({ type, url, ...(title !== '' && { title }) })
  }
  const count = text.split('\n').filter(line => line.trim() !== '').length
  const isError = read('isError') !== ''
  if (count === 0) return undefined
  if (type === 'ProblemsReference')
    return attach({ type, count, severity: isError ? 'ERROR' : 'WARNING' }, text)
  return attach({ type, lineCount: text.trimEnd().split('\n').length, isError }, text)
}
