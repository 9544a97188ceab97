import { formatModel, oneLine } from '@antiphon/core/ui'
import type { BreakReport, NumbersBreak } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatRunning } from '../parts/format-duration.ts'
import { formatCost, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { formatExact } from '../parts/format-time.ts'
import css from './numbers.module.css'
import { ProblemList } from './numbers-notes.tsx'

/** Where the prompt cache broke, why, and what that cost; each leads to its answer. */
export function BreakList({ report }: { readonly report: BreakReport }): ReactElement {
  const texts = useTexts().numbers
  const { breaks, count, requests, resentTokens } = report
  const cost = formatCost({ costUsd: report.extraUsd, isCostKnown: report.isCostKnown }, texts)
  return (
    <>
      {count === 0 ? (
        <p className={css.note}>{texts.breaksNothing(formatWhole(requests))}</p>
      ) : (
        <p className={css.sum}>
          {texts.breaksSum(formatWhole(count), formatTokens(resentTokens), cost)}
          {breaks.length < count && ` ${texts.breaksShown(formatWhole(breaks.length))}`}
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
  const texts = useTexts().numbers
  const { place, at, model, agent, reason, elapsedMs, resentTokens, extraUsd, isCostKnown } = found
  const facts = [
    ...(elapsedMs === null ? [] : [texts.afterPause(formatRunning(elapsedMs))]),
    texts.resent(formatTokens(resentTokens)),
    oneLine(formatModel(model), 60),
    ...(agent === null ? [] : [texts.subagent]),
    ...(at === null ? [] : [formatExact(at)]),
  ]
  const content = (
    <>
      <span className={css.reason}>{texts.reasons[reason]}</span>
      <span className="figures">{texts.extra(formatCost({ costUsd: extraUsd, isCostKnown }, texts))}</span>
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
