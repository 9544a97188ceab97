import type { ReactElement } from 'react'
import type { LegendItem } from './legend-item.ts'
import { Swatch } from './tones.tsx'

/** What each tone stands for, with its numbers: a plot is never read by colour alone. */
export function Legend({ items }: { readonly items: readonly LegendItem[] }): ReactElement {
  return (
    <ul className="legend">
      {items.map(({ part, name, values }) => (
        <li key={name}>
          <Swatch part={part} />
          <span className="legend-name" title={name}>
            {name}
          </span>
          {values.map(value => (
            <span key={value} className="legend-value">
              {value}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
