import type { ContextReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { formatTokens } from '../parts/format-numbers.ts'
import { placeAnswer } from './compute-bands.ts'
import css from './plot.module.css'
import type { PlotFrame } from './plot.tsx'
import { useWords } from './use-words.ts'

export type ContextMarksProps = {
  readonly report: ContextReport
  readonly frame: PlotFrame
  /** How large the window is; null where it is too far away to be drawn. */
  readonly window: number | null
  /** The answer that is looked at. */
  readonly index: number | null
}

/** Where the window ends, where the conversation was compacted, and where the reader looks. */
export function ContextMarks({ report, frame, window, index }: ContextMarksProps): ReactElement {
  const { texts, language } = useWords()
  const { answers, compactions } = report
  const place = (at: number): number => placeAnswer(at, answers, frame.width)
  return (
    <>
      {window !== null && (
        <g transform={`translate(0 ${frame.y(window)})`}>
          <line className={css.window} x2={frame.width} />
          <text className={css.limit} x={frame.width - 2} y={-4} textAnchor="end">
            {texts.window(formatTokens(window, language))}
          </text>
        </g>
      )}
      {compactions.map(({ index: before }) => (
        // It stands between two answers.
        <g
          key={before}
          className={css.compaction}
          transform={`translate(${place(Math.max(0, before - 0.5))} 0)`}
        >
          <line y1={-6} y2={frame.height} />
          <path d="M-5 -12H5L0 -4Z" />
        </g>
      ))}
      {index !== null && <line className={css.place} x1={place(index)} x2={place(index)} y2={frame.height} />}
    </>
  )
}
