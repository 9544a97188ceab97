import type { ReactElement } from 'react'
import css from './plot.module.css'

/** How many parts of a plot can be told apart, each by its colour and by its pattern. */
export const TONES = 8

/** What fills a part of a plot; the parts are counted from 0. */
export function toneFill(part: number): string {
  return `url(#tone-${part % TONES})`
}

/** The patterns of all tones; stands once in a document. */
export function ToneDefinitions(): ReactElement {
  return (
    <svg className={css.tones} width="0" height="0" aria-hidden="true">
      <defs>
        {PATTERNS.map((path, part) => (
          <pattern key={path} id={`tone-${part}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
            <rect style={{ fill: `var(--plot-${part + 1})` }} width={SIZE} height={SIZE} />
            <path className={css.pattern} d={path} />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

/** A small square of a tone, for legends. */
export function Swatch({ part }: { readonly part: number | null }): ReactElement {
  return (
    <svg className={css.swatch} width="12" height="12" aria-hidden="true">
      <rect
        className={part === null ? css.unfilled : undefined}
        x="0.5"
        y="0.5"
        width="11"
        height="11"
        rx="2"
        fill={part === null ? undefined : toneFill(part)}
      />
    </svg>
  )
}

const SIZE = 6

/** None, rising lines, dots, level lines, falling lines, upright lines, a grid, and wide rising lines. */
const PATTERNS: readonly string[] = [
  'M0 0',
  'M-1 1L1 -1M0 6L6 0M5 7L7 5',
  'M1.5 1.5h.1M4.5 4.5h.1',
  'M0 3H6',
  'M-1 5L1 7M0 0L6 6M5 -1L7 1',
  'M3 0V6',
  'M0 3H6M3 0V6',
  'M0 6L6 0M0 0L6 6',
]
