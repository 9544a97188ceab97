import { canonicalModelName, modelFacts } from '@antiphon/contract'
import type { WireModelUsage } from '../wire/wire-result-event.ts'
import { type Cost, computeCost } from './compute-cost.ts'
import { judgeOutput } from './judge-output.ts'
import type { CountedAnswer } from './usage-ledger.ts'
import { addUsage, countCacheWrites, NO_USAGE_SUM, type UsageSum } from './usage-sum.ts'

/** What answers come to. */
export type AnswerSum = {
  readonly answers: number
  /** As it was recorded. */
  readonly usage: UsageSum
  /** With an estimate for each answer whose record of output cannot be true, and what all cost with it. */
  readonly outputAtLeast: number
  readonly costUsdAtLeast: number
  /** How many answers that are. */
  readonly estimatedAnswers: number
  /** By the model's name as the answers have it. */
  readonly modelUsage: Readonly<Record<string, WireModelUsage>>
  readonly costUsd: number
  /** False where some answer has no price: the cost is a lower bound then. */
  readonly isCostKnown: boolean
}

export type SumAnswersOptions = {
  /** Who served them, in the words of a `result` event: `firstParty`, `bedrock`, `vertex`. */
  readonly provider?: string
}

/** Adds up answers that were each counted once; the cost is each answer's own, since long prompts may cost more. */
export function sumAnswers(answers: Iterable<CountedAnswer>, options: SumAnswersOptions = {}): AnswerSum {
  const models = new Map<string, ModelSum>()
  let [count, estimatedAnswers, outputAtLeast, costUsdAtLeast] = [0, 0, 0, 0]
  for (const { model, usage, at, visibleTokens } of answers) {
    count += 1
    const priceOf = (some: UsageSum): Cost => computeCost(some, { model, ...(at !== null && { at }) })
    const cost = priceOf(usage)
    const output = judgeOutput(usage.output_tokens, visibleTokens)
    outputAtLeast += output.atLeast
    if (output.isEstimated) {
      estimatedAnswers += 1
      costUsdAtLeast += priceOf({ ...usage, output_tokens: output.atLeast }).usd
    } else costUsdAtLeast += cost.usd
    models.set(model, addAnswer(models.get(model) ?? NO_SUM, usage, cost))
  }
  const sums = [...models.values()]
  return {
    answers: count,
    usage: sums.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE_SUM),
    outputAtLeast,
    costUsdAtLeast,
    estimatedAnswers,
    modelUsage: Object.fromEntries(
      Array.from(models, ([model, sum]) => [model, toModelUsage(model, sum, options)]),
    ),
    costUsd: sums.reduce((sum, { costUsd }) => sum + costUsd, 0),
    isCostKnown: sums.every(({ isCostKnown }) => isCostKnown),
  }
}

type ModelSum = { readonly usage: UsageSum; readonly costUsd: number; readonly isCostKnown: boolean }

const NO_SUM: ModelSum = { usage: NO_USAGE_SUM, costUsd: 0, isCostKnown: true }

function addAnswer(sum: ModelSum, usage: UsageSum, cost: Cost): ModelSum {
  return {
    usage: addUsage(sum.usage, usage),
    costUsd: sum.costUsd + cost.usd,
    isCostKnown: sum.isCostKnown && cost.isKnown,
  }
}

function toModelUsage(
  model: string,
  { usage, costUsd, isCostKnown }: ModelSum,
  { provider }: SumAnswersOptions,
): WireModelUsage {
  const { context, maxOutput } = modelFacts(model)
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cacheReadInputTokens: usage.cache_read_input_tokens,
    cacheCreationInputTokens: countCacheWrites(usage).total,
    webSearchRequests: usage.server_tool_use.web_search_requests,
    costUSD: costUsd,
    contextWindow: context,
    maxOutputTokens: maxOutput,
    thinkingTokens: usage.output_tokens_details.thinking_tokens,
    cacheCreationEphemeral5mInputTokens: usage.cache_creation.ephemeral_5m_input_tokens,
    cacheCreationEphemeral1hInputTokens: usage.cache_creation.ephemeral_1h_input_tokens,
    canonicalModel: canonicalModelName(model),
    ...(provider !== undefined && { provider }),
    costBasis: isCostKnown ? 'list' : 'unknown',
  }
}
