import type { Spending } from '@antiphon/core/chat'
import type { ChatTexts } from '../language/chat-texts.ts'

type FormatSpendingOptions = {
  readonly texts: ChatTexts
  readonly language: string
  /** Nobody pays for the demo. */
  readonly isDemo: boolean
}

/** What the last turn cost and how full the context is; empty before a turn has ended. */
export function formatSpending(spending: Spending, options: FormatSpendingOptions): string {
  const { texts, language, isDemo } = options
  const { turnUsd, totalUsd, contextTokens, contextWindow } = spending
  if (turnUsd === undefined) return ''
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 4,
  })
  const share =
    contextWindow > 0
      ? new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
          contextTokens / contextWindow,
        )
      : undefined
  const use = contextTokens > 0 ? [texts.contextUse(contextTokens.toLocaleString(language), share)] : []
  const cost = isDemo ? [] : [texts.turnCost(money.format(turnUsd), money.format(totalUsd))]
  return [...cost, ...use].join(' · ')
}
