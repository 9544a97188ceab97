import { isObject } from '@antiphon/contract'
import { countPromptTokens, toUsageSum } from '@antiphon/core/usage'
import type { ChatTexts } from '../language/chat-texts.ts'

/** What the last turn cost, and how full the context was at its end. */
export type Spending = {
  /** Undefined before a turn has ended. */
  readonly turnUsd: number | undefined
  /** Of the agent since its start. */
  readonly totalUsd: number
  readonly contextTokens: number
  /** 0 where it is not known. */
  readonly contextWindow: number
}

export const NO_SPENDING: Spending = {
  turnUsd: undefined,
  totalUsd: 0,
  contextTokens: 0,
  contextWindow: 0,
}

/** After an answer: its prompt is what fills the context. */
export function noteAnswer(spending: Spending, message: unknown): Spending {
  const usage = toUsageSum(isObject(message) ? message.usage : undefined)
  const contextTokens = countPromptTokens(usage) + usage.output_tokens
  return contextTokens > 0 ? { ...spending, contextTokens } : spending
}

/** After a turn: the result's cost is the agent's until now. */
export function noteResult(spending: Spending, result: unknown): Spending {
  const fields: Readonly<Record<string, unknown>> = isObject(result) ? result : {}
  const totalUsd = readNumber(fields.total_cost_usd) ?? spending.totalUsd
  const models = isObject(fields.modelUsage) ? Object.values(fields.modelUsage) : []
  const windows = models.map(model => readNumber(isObject(model) ? model.contextWindow : undefined) ?? 0)
  return {
    ...spending,
    totalUsd,
    turnUsd: Math.max(0, totalUsd - spending.totalUsd),
    contextWindow: Math.max(spending.contextWindow, ...windows),
  }
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

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
