import type { ReactElement, ReactNode } from 'react'
import { Switch } from '../controls/fields.tsx'
import css from './settings.module.css'

export type SettingRowProps = {
  readonly name: ReactNode
  readonly hint?: ReactNode
  /** What is chosen here. */
  readonly children: ReactNode
}

/** One setting: what it is, and at the end how it is chosen. */
export function SettingRow({ name, hint, children }: SettingRowProps): ReactElement {
  return (
    <div className={css.row}>
      <div className={css.what}>
        <b>{name}</b>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  )
}

/** A switch of its own row: the words stand at the row's beginning, and name it. */
export function SettingSwitch(props: {
  readonly name: string
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}): ReactElement {
  const { name, hint, isOn, onChange } = props
  return (
    <SettingRow name={name} {...(hint !== undefined && { hint })}>
      <Switch label={<span className="hidden">{name}</span>} isOn={isOn} onChange={onChange} />
    </SettingRow>
  )
}
