import type { ReactElement } from 'react'
import css from './plot.module.css'

/** How many parts of a plot can be told apart. */
export const TONES = 8

/** What fills a part of a plot, plainly; the parts are counted from 0, and each is named beside the plot. */
export function toneFill(part: number): string {
  return `var(--plot-${(part % TONES) + 1})`
}

/** A small square of a tone, for legends. */
export function Swatch({ part }: { readonly part: number | null }): ReactElement {
  return (
    <svg className={css.swatch} width="10" height="10" aria-hidden="true">
      <rect
        className={part === null ? css.unfilled : undefined}
        x="0.5"
        y="0.5"
        width="9"
        height="9"
        rx="2.5"
        fill={part === null ? undefined : toneFill(part)}
      />
    </svg>
  )
}
