import type { ContextReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatShare, formatTokens } from '../parts/format-numbers.ts'
import { listUsedParts, PART_TONES } from './compute-bands.ts'
import { Legend } from './legend.tsx'
import css from './plot.module.css'
import { toneFill } from './tones.tsx'

/** What the context consists of now, as a bar of the whole window with its legend. */
export function ContextBar({ report }: { readonly report: ContextReport }): ReactElement | null {
  const texts = useTexts().numbers
  const last = report.points.at(-1)
  if (!last) return null
  const free = Math.max(0, last.maxTokens - last.tokens)
  const whole = last.tokens + free
  const parts = listUsedParts(report)
    .toReversed()
    .map(part => ({ part, tokens: last.parts[part] }))
    .filter(({ tokens }) => tokens > 0)
  let left = 0
  return (
    <figure className={`card ${css.figure}`} aria-label={texts.contextNow}>
      <h3>
        {texts.contextNow}: {formatTokens(last.tokens)} ({formatShare(last.tokens / whole)})
      </h3>
      <svg className={css.context} width="100%" height="26" aria-hidden="true">
        <rect className={css.free} width="100%" height="26" />
        {parts.map(({ part, tokens }) => {
          const from = left
          left += tokens / whole
          return (
            <rect
              key={part}
              className={css.area}
              x={`${from * 100}%`}
              width={`${(tokens / whole) * 100}%`}
              height="26"
              fill={toneFill(PART_TONES[part])}
            />
          )
        })}
      </svg>
      <Legend
        items={[
          ...parts.map(({ part, tokens }) => ({
            part: PART_TONES[part],
            name: texts.parts[part],
            values: [formatTokens(tokens), formatShare(tokens / whole)],
          })),
          {
            part: null,
            name: texts.free,
            values: [formatTokens(free), formatShare(free / whole)],
          },
        ]}
      />
    </figure>
  )
}
