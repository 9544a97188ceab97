import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './plot.module.css'
import { Swatch } from './tones.tsx'

/** A line of a legend. */
export type LegendItem = {
  /** Null for what is left free. */
  readonly part: number | null
  readonly name: string
  readonly values: readonly string[]
}

export type LegendProps = {
  readonly items: readonly LegendItem[]
  /** The only one that is shown, by its place; null for all. */
  readonly only?: number | null
  /** Where a click shows one alone, or all again. */
  readonly onOnly?: (place: number | null) => void
}

/** What each tone stands for, with its numbers: a plot is never read by colour alone. */
export function Legend({ items, only = null, onOnly }: LegendProps): ReactElement {
  const texts = useTexts().numbers
  return (
    <ul className={`bare ${css.legend}`}>
      {items.map((item, place) => (
        <li key={item.name} className={css.entry}>
          {onOnly && items.length > 1 ? (
            <button
              type="button"
              className={css.filter}
              aria-pressed={only === place}
              title={only === place ? texts.showAllParts : texts.showOnly(item.name)}
              onClick={() => onOnly(only === place ? null : place)}
            >
              <LegendWords {...item} />
            </button>
          ) : (
            <LegendWords {...item} />
          )}
        </li>
      ))}
    </ul>
  )
}

function LegendWords({ part, name, values }: LegendItem): ReactElement {
  return (
    <>
      <Swatch part={part} />
      <span className="ellipsis" title={name}>
        {name}
      </span>
      {values.map(value => (
        <span key={value} className={`is-quiet ${css.value}`}>
          {value}
        </span>
      ))}
    </>
  )
}
