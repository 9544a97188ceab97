import type { ReactElement } from 'react'
import css from './plot.module.css'
import { Swatch } from './tones.tsx'

/** A line of a legend. */
export type LegendItem = {
  /** Null for what is left free. */
  readonly part: number | null
  readonly name: string
  readonly values: readonly string[]
}

/** What each tone stands for, with its numbers: a plot is never read by colour alone. */
export function Legend({ items }: { readonly items: readonly LegendItem[] }): ReactElement {
  return (
    <ul className={`bare ${css.legend}`}>
      {items.map(({ part, name, values }) => (
        <li key={name} className={css.entry}>
          <Swatch part={part} />
          <span className="ellipsis" title={name}>
            {name}
          </span>
          {values.map(value => (
            <span key={value} className={`is-quiet ${css.value}`}>
              {value}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
