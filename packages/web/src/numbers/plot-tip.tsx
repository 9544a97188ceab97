import type { ReactElement } from 'react'
import type { TipContent } from './tip-content.ts'
import { Swatch } from './tones.tsx'

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
      className="plot-tip"
      aria-hidden="true"
      style={isRight ? { left: x + away } : { right: Math.max(0, width - x + away) }}
    >
      <strong>{content.title}</strong>
      {content.rows.map(({ part, name, value }) => (
        <span key={name} className={part === null ? 'tip-row tip-sum' : 'tip-row'}>
          {part !== null && <Swatch part={part} />}
          <span className="tip-name">{name}</span>
          <span className="tip-value">{value}</span>
        </span>
      ))}
      {content.notes?.map(note => (
        <span key={note} className="tip-note">
          {note}
        </span>
      ))}
    </div>
  )
}

const GAP = 8
// A wide bar must not push its words out of the plot.
const MOST_REACH = 60
