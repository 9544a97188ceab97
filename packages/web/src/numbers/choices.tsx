import { type ReactElement, useId } from 'react'
import css from './numbers.module.css'

export type OptionsProps<Option extends string> = {
  readonly label: string
  readonly names: Readonly<Record<Option, string>>
  readonly options: readonly Option[]
  readonly value: Option
  readonly onValue: (value: Option) => void
}

/** One of a few, all of them in sight. */
export function Segments<Option extends string>(props: OptionsProps<Option>): ReactElement {
  const { label, names, options, value, onValue } = props
  const name = useId()
  return (
    <fieldset className={css.segments}>
      <legend className="hidden">{label}</legend>
      {options.map(option => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onValue(option)} />
          <span>{names[option]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** One of several, in a list that opens. */
export function Choice<Option extends string>(props: OptionsProps<Option>): ReactElement {
  const { label, names, options, value, onValue } = props
  return (
    <label className={`pair ${css.choice}`}>
      <span>{label}</span>
      <select
        className="field"
        value={value}
        onChange={event => onValue(options.find(option => option === event.target.value) ?? value)}
      >
        {options.map(option => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </select>
    </label>
  )
}
