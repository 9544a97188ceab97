import type { NumbersTotal } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatCost, formatTokens, formatUsd, formatWhole, hasEstimate } from '../parts/format-numbers.ts'
import css from './numbers.module.css'

/** Output tokens: what was recorded, and before it what it must have been where the record cannot be true. */
export function OutputTokens({ total }: { readonly total: NumbersTotal }): ReactElement {
  const texts = useTexts().numbers
  const { tokens, outputAtLeast, estimatedAnswers } = total
  if (estimatedAnswers === 0) return <>{formatTokens(tokens.output)}</>
  const recorded = formatTokens(tokens.output)
  return (
    <span title={texts.estimated(formatWhole(estimatedAnswers))}>
      {texts.atLeast(formatTokens(outputAtLeast))}
      <span className={`fine ${css.recorded}`}> {texts.recorded(recorded)}</span>
    </span>
  )
}

/** The cost by what was recorded, and before it with the estimate where it differs. */
export function JudgedCost({ total }: { readonly total: JudgedTotal }): ReactElement {
  const texts = useTexts().numbers
  const recorded = formatCost(total, texts)
  if (!hasEstimate(total)) return <>{recorded}</>
  return (
    <span>
      {texts.atLeast(formatUsd(total.costUsdAtLeast))}
      <span className={`fine ${css.recorded}`}> {texts.recorded(recorded)}</span>
    </span>
  )
}

type JudgedTotal = Pick<NumbersTotal, 'costUsd' | 'costUsdAtLeast' | 'isCostKnown'>
