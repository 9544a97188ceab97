import type { ReactElement, ReactNode } from 'react'
import styles from './segmented.module.css'

export type Segment<Value extends string> = {
  readonly value: Value
  readonly label: ReactNode
}

export type SegmentedProps<Value extends string> = {
  /** What is chosen here. */
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of few that stand side by side; exactly one is pressed. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): ReactElement {
  return (
    <fieldset className={styles.segmented} aria-label={props.label}>
      {props.segments.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          onClick={() => props.onChange(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
