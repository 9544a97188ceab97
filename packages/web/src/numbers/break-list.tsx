import { oneLine } from '@antiphon/core/ui'
import type { BreakReport, NumbersBreak } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { formatRoute } from '../page/route.ts'
import { formatCost, formatElapsed, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { formatExact } from '../parts/format-time.ts'
import css from './numbers.module.css'
import { ProblemList } from './numbers-notes.tsx'
import { useWords } from './use-words.ts'

/** Where the prompt cache broke, why, and what that cost; each leads to its answer. */
export function BreakList({ report }: { readonly report: BreakReport }): ReactElement {
  const { texts, language } = useWords()
  const { breaks, count, requests, resentTokens } = report
  const cost = formatCost({ costUsd: report.extraUsd, isCostKnown: report.isCostKnown }, texts, language)
  return (
    <>
      {count === 0 ? (
        <p className={css.note}>{texts.breaksNothing(formatWhole(requests, language))}</p>
      ) : (
        <p className={css.sum}>
          {texts.breaksSum(formatWhole(count, language), formatTokens(resentTokens, language), cost)}
          {breaks.length < count && ` ${texts.breaksShown(formatWhole(breaks.length, language))}`}
        </p>
      )}
      <ol className={`bare card ${css.breaks}`}>
        {breaks.map((found, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
          <li key={index}>
            <BreakView found={found} />
          </li>
        ))}
      </ol>
      <ProblemList problems={report.problems} />
    </>
  )
}

function BreakView({ found }: { readonly found: NumbersBreak }): ReactElement {
  const { texts, language } = useWords()
  const { place, at, model, agent, reason, elapsedMs, resentTokens, extraUsd, isCostKnown } = found
  const facts = [
    ...(elapsedMs === null ? [] : [texts.afterPause(formatElapsed(elapsedMs, language))]),
    texts.resent(formatTokens(resentTokens, language)),
    oneLine(model, 60),
    ...(agent === null ? [] : [texts.subagent]),
    ...(at === null ? [] : [formatExact(at, language)]),
  ]
  const content = (
    <>
      <span className={css.reason}>{texts.reasons[reason]}</span>
      <span className="figures">
        {texts.extra(formatCost({ costUsd: extraUsd, isCostKnown }, texts, language))}
      </span>
      <span className={`${css.note} ${css.facts}`}>{facts.join(' · ')}</span>
    </>
  )
  if (!place) return <div className={css.break}>{content}</div>
  const { id, uuid, seq } = place
  return (
    <a
      className={css.break}
      href={formatRoute({ kind: 'session', id, uuid: uuid ?? '-', seq })}
      title={texts.goToMessage}
    >
      {content}
    </a>
  )
}
