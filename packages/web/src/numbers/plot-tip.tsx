import type { ReactElement } from 'react'
import css from './plot.module.css'
import { Swatch } from './tones.tsx'

/** What is said of one place of a plot. */
export type TipContent = {
  readonly title: string
  /** Without a part it is a sum. */
  readonly rows: readonly { readonly part: number | null; readonly name: string; readonly value: string }[]
  /** Below the rows. */
  readonly notes?: readonly string[]
}

/** All of it in one line, for those who hear it. */
export function toTipText({ title, rows, notes = [] }: TipContent): string {
  return [title, ...rows.map(({ name, value }) => `${name} ${value}`), ...notes].join(', ')
}

export type PlotTipProps = {
  readonly content: TipContent
  readonly x: number
  /** How far the place reaches to both sides. */
  readonly reach: number
  /** Of the whole plot. */
  readonly width: number
}

/** The words beside the place, on the side that has more room. */
export function PlotTip({ content, x, reach, width }: PlotTipProps): ReactElement {
  const isRight = x < width / 2
  const away = Math.min(reach, MOST_REACH) + GAP
  return (
    <div
      className={css.tip}
      aria-hidden="true"
      style={isRight ? { left: x + away } : { right: Math.max(0, width - x + away) }}
    >
      <strong>{content.title}</strong>
      {content.rows.map(({ part, name, value }) => (
        <span key={name} className={`${css.entry} ${part === null ? css.sum : ''}`}>
          {part !== null && <Swatch part={part} />}
          <span className={`ellipsis ${css.name}`}>{name}</span>
          <span className={css.value}>{value}</span>
        </span>
      ))}
      {content.notes?.map(note => (
        <span key={note} className="is-quiet">
          {note}
        </span>
      ))}
    </div>
  )
}

const GAP = 8
// A wide bar must not push its words out of the plot.
const MOST_REACH = 60
