import { isObject, type JsonValue } from '@antiphon/contract'
import { computeCost } from '@antiphon/core'
import {
  BESIDE_THE_TOTAL,
  type CountedAnswer,
  countCacheWrites,
  findTokenRates,
  judgeOutput,
  priceTokens,
  type TokenRates,
  type UsageSum,
  WEB_SEARCH_USD,
} from '@antiphon/core/usage'
import { QUARTER_MS } from './calendar.ts'

/** What a report adds up of one answer, or of several of one log that belong into one row of any report. */
export type UsageItem = {
  readonly model: string
  readonly isSubagent: boolean
  /** Milliseconds of the epoch, of the first; null where nothing tells it. */
  readonly time: number | null
  firstAt: string | null
  lastAt: string | null
  answers: number
  input: number
  output: number
  cacheWrite5m: number
  cacheWrite1h: number
  cacheRead: number
  costUsd: number
  isCostKnown: boolean
  /** The output with an estimate where the record cannot be true, how many answers that are, and the cost with it. */
  outputAtLeast: number
  estimatedAnswers: number
  costUsdAtLeast: number
}

/** What a report adds up of each answer. */
export type MeasureAnswer = (answer: CountedAnswer) => UsageItem

/** Prices change with the day at most: what was looked up for one answer does for most that follow. */
export function createAnswerMeasure(): MeasureAnswer {
  const known = new Map<string, TokenRates>()

  function ratesOf({ model, at, usage }: CountedAnswer): TokenRates {
    const { service_tier, inference_geo, speed } = usage
    const day = at?.slice(0, DAY_LENGTH)
    const key = `${day}\n${speed}\n${service_tier}\n${inference_geo}\n${model}`
    const rates = known.get(key) ?? findTokenRates({ model, at: day, service_tier, inference_geo, speed })
    known.set(key, rates)
    return rates
  }

  return answer => {
    const { model, isSubagent, at, usage } = answer
    const { for5m, for1h } = countCacheWrites(usage)
    const tokens = {
      input: usage.input_tokens,
      output: usage.output_tokens,
      cacheWrite5m: for5m,
      cacheWrite1h: for1h,
      cacheRead: usage.cache_read_input_tokens,
    }
    const hasMore = usage.iterations.some(isPaidBeside)
    const rates = hasMore ? null : ratesOf(answer)
    const searches = usage.server_tool_use.web_search_requests * WEB_SEARCH_USD
    const priceOf = (output: number): { readonly usd: number; readonly isKnown: boolean } => {
      if (!rates) return priceWhole({ ...usage, output_tokens: output }, answer)
      const usd = priceTokens({ ...tokens, output }, rates)
      const isNothing = tokens.input + tokens.cacheRead + for5m + for1h + output === 0
      return { usd: (usd ?? 0) + searches, isKnown: usd !== undefined || isNothing }
    }
    const { usd, isKnown } = priceOf(tokens.output)
    const { atLeast, isEstimated } = judgeOutput(tokens.output, answer.visibleTokens)
    const time = at === null ? Number.NaN : Date.parse(at)
    return {
      model,
      isSubagent,
      time: Number.isNaN(time) ? null : time,
      firstAt: at,
      lastAt: at,
      answers: 1,
      ...tokens,
      costUsd: usd,
      isCostKnown: isKnown,
      outputAtLeast: atLeast,
      estimatedAnswers: isEstimated ? 1 : 0,
      costUsdAtLeast: isEstimated ? priceOf(atLeast).usd : usd,
    }
  }
}

const DAY_LENGTH = '2026-11-15'.length

function isPaidBeside(part: JsonValue): boolean {
  return isObject(part) && typeof part.type === 'string' && BESIDE_THE_TOTAL.has(part.type)
}

function priceWhole(usage: UsageSum, { model, at }: CountedAnswer): ReturnType<typeof computeCost> {
  return computeCost(usage, { model, ...(at !== null && { at }) })
}

/** Answers of one log as few items: those of one model within a quarter of an hour belong into one row of any report. */
export function sumAnswerItems(
  answers: readonly CountedAnswer[],
  measure: MeasureAnswer,
): readonly UsageItem[] {
  const items = new Map<string, UsageItem>()
  for (const answer of answers) {
    const item = measure(answer)
    const quarter = item.time === null ? null : Math.floor(item.time / QUARTER_MS)
    const key = `${quarter} ${item.isSubagent} ${item.model}`
    const sum = items.get(key)
    if (sum) addItem(sum, item)
    else items.set(key, item)
  }
  return [...items.values()]
}

/** Adds what an item tells to a sum. */
export function addItem(sum: Omit<UsageItem, 'model' | 'isSubagent' | 'time'>, item: UsageItem): void {
  const { firstAt, lastAt } = item
  if (firstAt !== null && (sum.firstAt === null || firstAt < sum.firstAt)) sum.firstAt = firstAt
  if (lastAt !== null && (sum.lastAt === null || lastAt > sum.lastAt)) sum.lastAt = lastAt
  sum.answers += item.answers
  sum.input += item.input
  sum.output += item.output
  sum.cacheWrite5m += item.cacheWrite5m
  sum.cacheWrite1h += item.cacheWrite1h
  sum.cacheRead += item.cacheRead
  sum.costUsd += item.costUsd
  sum.isCostKnown &&= item.isCostKnown
  sum.outputAtLeast += item.outputAtLeast
  sum.estimatedAnswers += item.estimatedAnswers
  sum.costUsdAtLeast += item.costUsdAtLeast
}
