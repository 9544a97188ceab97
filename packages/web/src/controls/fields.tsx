import type { LucideIcon } from 'lucide-react'
import type { InputHTMLAttributes, ReactElement, ReactNode, Ref } from 'react'
import styles from './fields.module.css'
import { Icon } from './icon.tsx'

export type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly icon?: LucideIcon
  /** What stands at its end: keys, a button. */
  readonly end?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A field of one line; it needs a label or an aria-label. */
export function TextField({ icon, end, className, ...input }: TextFieldProps): ReactElement {
  return (
    <span className={className ? `${styles.field} ${className}` : styles.field}>
      {icon && <Icon of={icon} />}
      <input {...input} />
      {end}
    </span>
  )
}

export type SwitchProps = {
  readonly label: ReactNode
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Something that is on or off, at once. */
export function Switch({ label, isOn, isDisabled = false, onChange }: SwitchProps): ReactElement {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

export type ChipProps = {
  readonly icon?: LucideIcon
  readonly isOn?: boolean
  readonly title?: string
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A filter that is on or off. */
export function Chip({ icon, isOn = false, title, onClick, children }: ChipProps): ReactElement {
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} title={title} onClick={onClick}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </button>
  )
}
