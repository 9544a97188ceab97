import { canonicalModelName } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { PRICES_AS_OF, WEB_SEARCH_USD } from './model-prices.ts'
import { type CostRate, findTokenRates, priceTokens } from './token-rates.ts'
import { countCacheWrites, countPromptTokens, toUsageSum, type UsageSum } from './usage-sum.ts'

/** What an answer cost, by the list prices of the Claude API. */
export type Cost = {
  /** A lower bound where the cost is not known: what has no price is not in it. */
  readonly usd: number
  readonly isKnown: boolean
  readonly basis: CostBasis
}

export type CostBasis = {
  /** The canonical name of the model whose prices were used. */
  readonly model: string
  readonly source: 'list' | 'unknown'
  readonly pricesAsOf: string
  readonly rates: readonly CostRate[]
}

export type CostOptions = {
  readonly model: string
  /** The day or time of the answer, as ISO 8601; today's prices without it. */
  readonly at?: string
}

/** Prices one answer by the API's `usage`. A model without a price makes the cost unknown, never free. */
export function computeCost(usage: unknown, { model, at }: CostOptions): Cost {
  const counts = toUsageSum(usage)
  const own = priceUsage(counts, model, at)
  const parts = counts.iterations.flatMap(part =>
    BESIDE_THE_TOTAL.has(readString(part, 'type') ?? '')
      ? [priceUsage(toUsageSum(part), readString(part, 'model') ?? model, at)]
      : [],
  )
  const all = [own, ...parts]
  const searches = counts.server_tool_use.web_search_requests * WEB_SEARCH_USD
  const isKnown = all.every(priced => priced.isKnown)
  return {
    usd: all.reduce((sum, { usd }) => sum + usd, searches),
    isKnown,
    basis: {
      model: canonicalModelName(model),
      source: isKnown ? 'list' : 'unknown',
      pricesAsOf: PRICES_AS_OF,
      rates: own.rates,
    },
  }
}

/** Parts of an answer that its own counts leave out, and that are paid for all the same. */
export const BESIDE_THE_TOTAL: ReadonlySet<string> = new Set(['compaction', 'advisor_message'])

type Priced = { readonly usd: number; readonly isKnown: boolean; readonly rates: readonly CostRate[] }

function priceUsage(usage: UsageSum, model: string, at: string | undefined): Priced {
  const { service_tier, inference_geo, speed } = usage
  const rates = findTokenRates({ model, at, service_tier, inference_geo, speed })
  const prompt = countPromptTokens(usage)
  const { for5m, for1h } = countCacheWrites(usage)
  const usd = priceTokens(
    {
      input: usage.input_tokens,
      cacheWrite5m: for5m,
      cacheWrite1h: for1h,
      cacheRead: usage.cache_read_input_tokens,
      output: usage.output_tokens,
    },
    rates,
  )
  if (usd === undefined) return { usd: 0, isKnown: prompt + usage.output_tokens === 0, rates: [] }
  const isLong = rates.long !== null && prompt > rates.long.over
  return { usd, isKnown: true, rates: [...(isLong ? (['long-prompt'] as const) : []), ...rates.reasons] }
}
