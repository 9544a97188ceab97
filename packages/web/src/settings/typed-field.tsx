import { type ReactElement, useState } from 'react'
import { TextField } from '../controls/fields.tsx'

export type TypedFieldProps = {
  readonly label: string
  readonly value: string
  /** Takes the words; false where they say no value. */
  readonly onCommit: (words: string) => boolean
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  readonly className?: string | undefined
}

/** A setting that is typed: it counts when the field is left or Enter is pressed; what is no value goes back. */
export function TypedField({ label, value, onCommit, inputMode, className }: TypedFieldProps): ReactElement {
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const commit = (): void => {
    if (typed === null) return
    const isTaken = typed.trim() === value || onCommit(typed.trim())
    setIsWrong(!isTaken)
    setTyped(null)
  }
  return (
    <TextField
      aria-label={label}
      aria-invalid={isWrong}
      inputMode={inputMode ?? 'text'}
      value={typed ?? value}
      onChange={event => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit()
      }}
      {...(className !== undefined && { className })}
    />
  )
}
