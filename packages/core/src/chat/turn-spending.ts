import { isObject } from '@antiphon/contract'
import { readNumber } from '../message/read-field.ts'
import { countPromptTokens, toUsageSum } from '../usage/usage-sum.ts'

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
  const totalUsd = readNumber(result, 'total_cost_usd') ?? spending.totalUsd
  const models = isObject(fields.modelUsage) ? Object.values(fields.modelUsage) : []
  const windows = models.map(model => readNumber(model, 'contextWindow') ?? 0)
  return {
    ...spending,
    totalUsd,
    turnUsd: Math.max(0, totalUsd - spending.totalUsd),
    contextWindow: Math.max(spending.contextWindow, ...windows),
  }
}
