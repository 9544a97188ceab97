import { type ReactElement, useState } from 'react'
import { TextField } from '../controls/fields.tsx'
import css from './session-row.module.css'

export type RowFieldProps = {
  readonly label: string
  readonly value: string
  /** Without a value where nothing shall change. */
  readonly onDone: (value?: string) => void
}

/** A line of a row that is written anew in its place: Enter keeps it, Escape and leaving do not. */
export function RowField({ label, value, onDone }: RowFieldProps): ReactElement {
  const [text, setText] = useState(value)
  return (
    <div className={css.field}>
      <TextField
        aria-label={label}
        placeholder={label}
        autoFocus
        value={text}
        onFocus={event => event.target.select()}
        onChange={event => setText(event.target.value)}
        onBlur={() => onDone()}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          onDone(event.key === 'Enter' && text.trim() !== value ? text.trim() : undefined)
        }}
      />
    </div>
  )
}
