import type { ContextReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { formatShare, formatTokens } from '../parts/format-numbers.ts'
import { computeFree, listUsedParts, toneOfPart } from './context-parts.ts'
import { Legend } from './legend.tsx'
import css from './plot.module.css'
import { toneFill } from './tones.tsx'
import { useWords } from './use-words.ts'

/** What the context consists of now, as a bar of the whole window with its legend. */
export function ContextBar({ report }: { readonly report: ContextReport }): ReactElement | null {
  const { texts, language } = useWords()
  const last = report.points.at(-1)
  if (!last) return null
  const free = computeFree(last)
  const whole = last.tokens + free
  const parts = listUsedParts(report)
    .toReversed()
    .map(part => ({ part, tokens: last.parts[part] }))
    .filter(({ tokens }) => tokens > 0)
  let left = 0
  return (
    <figure className={`card ${css.figure}`} aria-label={texts.contextNow}>
      <h3>
        {texts.contextNow}: {formatTokens(last.tokens, language)} (
        {formatShare(last.tokens / whole, language)})
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
              fill={toneFill(toneOfPart(part))}
            />
          )
        })}
      </svg>
      <Legend
        items={[
          ...parts.map(({ part, tokens }) => ({
            part: toneOfPart(part),
            name: texts.parts[part],
            values: [formatTokens(tokens, language), formatShare(tokens / whole, language)],
          })),
          {
            part: null,
            name: texts.free,
            values: [formatTokens(free, language), formatShare(free / whole, language)],
          },
        ]}
      />
    </figure>
  )
}
