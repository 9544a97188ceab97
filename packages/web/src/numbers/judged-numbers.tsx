import type { NumbersTotal } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatCost, formatTokens, formatUsd, formatWhole, hasEstimate } from '../parts/format-numbers.ts'
import css from './numbers.module.css'

/** Output tokens; an estimate, with a mark and what was recorded behind it, where the record cannot be true. */
export function OutputTokens({ total }: { readonly total: NumbersTotal }): ReactElement {
  const texts = useTexts().numbers
  const { tokens, outputAtLeast, estimatedAnswers } = total
  if (estimatedAnswers === 0) return <>{formatTokens(tokens.output)}</>
  const words = `${texts.recorded(formatTokens(tokens.output))}. ${texts.estimated(formatWhole(estimatedAnswers), formatWhole(total.answers))}`
  return (
    <span className={css.estimated} title={words}>
      {texts.atLeast(formatTokens(outputAtLeast))}
    </span>
  )
}

/** The cost; with the estimate, marked, where it differs from what was recorded. */
export function JudgedCost({ total }: { readonly total: JudgedTotal }): ReactElement {
  const texts = useTexts().numbers
  const recorded = formatCost(total, texts)
  if (!hasEstimate(total)) return <>{recorded}</>
  return (
    <span className={css.estimated} title={texts.recorded(recorded)}>
      {texts.atLeast(formatUsd(total.costUsdAtLeast))}
    </span>
  )
}

type JudgedTotal = Pick<NumbersTotal, 'costUsd' | 'costUsdAtLeast' | 'isCostKnown'>
