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
  type TokenRatesOptions,
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
  let last: TokenRatesOptions | undefined
  let lastRates: TokenRates | undefined

  function ratesOf({ model, at, usage }: CountedAnswer): TokenRates {
    const { service_tier, inference_geo, speed } = usage
    const day = at?.slice(0, DAY_LENGTH)
    const isSame =
      last?.at === day &&
      last?.model === model &&
      last.service_tier === service_tier &&
      last.inference_geo === inference_geo &&
      last.speed === speed
    if (lastRates && isSame) return lastRates
    last = { model, at: day, service_tier, inference_geo, speed }
    lastRates = findTokenRates(last)
    return lastRates
  }

  return answer => {
    const { model, isSubagent, at, usage, visibleTokens } = answer
    const { input_tokens: input, output_tokens: output, cache_read_input_tokens: cacheRead } = usage
    const { for5m: cacheWrite5m, for1h: cacheWrite1h } = countCacheWrites(usage)
    const { atLeast, isEstimated } = judgeOutput(output, visibleTokens)
    const rates = usage.iterations.some(isPaidBeside) ? null : ratesOf(answer)
    const priceOf = (written: number): { readonly usd: number; readonly isKnown: boolean } => {
      if (!rates) return priceWhole({ ...usage, output_tokens: written }, answer)
      const usd = priceTokens({ input, output: written, cacheWrite5m, cacheWrite1h, cacheRead }, rates)
      const isNothing = input + written + cacheWrite5m + cacheWrite1h + cacheRead === 0
      const searches = usage.server_tool_use.web_search_requests * WEB_SEARCH_USD
      return { usd: (usd ?? 0) + searches, isKnown: usd !== undefined || isNothing }
    }
    const { usd, isKnown } = priceOf(output)
    const time = at === null ? Number.NaN : Date.parse(at)
    return {
      model,
      isSubagent,
      time: Number.isNaN(time) ? null : time,
      firstAt: at,
      lastAt: at,
      answers: 1,
      input,
      output,
      cacheWrite5m,
      cacheWrite1h,
      cacheRead,
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
