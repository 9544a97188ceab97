import { computeCost } from '@antiphon/core'
import { type Cost, countCacheWrites, judgeOutput, type UsageSum } from '@antiphon/core/usage'
import type { SessionAnswer } from './session-answer.ts'

/** What a report adds up of one answer, or of several that belong into one row of any report. */
export type TallyItem = {
  readonly session: string
  readonly project: string
  readonly model: string
  readonly isSubagent: boolean
  readonly answers: number
  /** Milliseconds of the epoch, of the first and of the last; not a number where nothing tells it. */
  readonly time: number
  readonly lastTime: number
  /** The time of one answer that is not written as usual. */
  readonly at: string | null
  readonly input: number
  readonly output: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly costUsd: number
  readonly isCostKnown: boolean
  /** The output with an estimate where the record cannot be true, how many answers that are, and the cost with it. */
  readonly outputAtLeast: number
  readonly estimatedAnswers: number
  readonly costUsdAtLeast: number
}

export function toTallyItem(answer: SessionAnswer): TallyItem {
  const { session, project, model, isSubagent, at, usage } = answer
  const { for5m, for1h } = countCacheWrites(usage)
  const time = at === null ? Number.NaN : Date.parse(at)
  const priceOf = (some: UsageSum): Cost => computeCost(some, { model, ...(at !== null && { at }) })
  const { usd, isKnown } = priceOf(usage)
  const { atLeast, isEstimated } = judgeOutput(usage.output_tokens, answer.visibleTokens)
  return {
    session,
    project,
    model,
    isSubagent,
    answers: 1,
    time,
    lastTime: time,
    at,
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheWrite5m: for5m,
    cacheWrite1h: for1h,
    cacheRead: usage.cache_read_input_tokens,
    costUsd: usd,
    isCostKnown: isKnown,
    outputAtLeast: atLeast,
    estimatedAnswers: isEstimated ? 1 : 0,
    costUsdAtLeast: isEstimated ? priceOf({ ...usage, output_tokens: atLeast }).usd : usd,
  }
}
