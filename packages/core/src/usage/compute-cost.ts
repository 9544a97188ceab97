import { canonicalModelName, type UsdPerMTok } from '../api/contract/tables/models.ts'
import { readString } from '../message/read-field.ts'
import {
  findModelPrices,
  type ModelPrices,
  PRICE_MULTIPLIERS,
  PRICES_AS_OF,
  WEB_SEARCH_USD,
} from './model-prices.ts'
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

/** What made an answer cost something else than the standard price. */
export type CostRate = 'fast' | 'long-prompt' | 'batch' | 'inference-geo-us'

export type CostOptions = {
  readonly model: string
  /** The day or time of the answer, as ISO 8601; today's prices without it. */
  readonly at?: string
}

/** Prices one answer by the API's `usage`. A model without a price makes the cost unknown, never free. */
export function computeCost(usage: unknown, { model, at }: CostOptions): Cost {
  const counts = toUsageSum(usage)
  const own = priceTokens(counts, model, at)
  const parts = counts.iterations.flatMap(part =>
    BESIDE_THE_TOTAL.has(readString(part, 'type') ?? '')
      ? [priceTokens(toUsageSum(part), readString(part, 'model') ?? model, at)]
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
const BESIDE_THE_TOTAL: ReadonlySet<string> = new Set(['compaction', 'advisor_message'])

type Priced = { readonly usd: number; readonly isKnown: boolean; readonly rates: readonly CostRate[] }

function priceTokens(usage: UsageSum, model: string, at: string | undefined): Priced {
  const prices = findModelPrices(model, at)
  const hasTokens = countPromptTokens(usage) + usage.output_tokens > 0
  if (!prices) return { usd: 0, isKnown: !hasTokens, rates: [] }
  const { tier, rate } = chooseTier(prices, usage)
  if (!tier) return { usd: 0, isKnown: !hasTokens, rates: rate }
  const isBatch = usage.service_tier === 'batch'
  const isGeo = usage.inference_geo === 'us'
  const multiplier = (isBatch ? PRICE_MULTIPLIERS.batch : 1) * (isGeo ? PRICE_MULTIPLIERS.inferenceGeoUs : 1)
  return {
    usd: (sumTokens(usage, tier) * multiplier) / 1_000_000,
    isKnown: true,
    rates: [
      ...rate,
      ...(isBatch ? (['batch'] as const) : []),
      ...(isGeo ? (['inference-geo-us'] as const) : []),
    ],
  }
}

function chooseTier(
  { standard, fast, longPrompt }: ModelPrices,
  usage: UsageSum,
): { readonly tier: UsdPerMTok | null; readonly rate: readonly CostRate[] } {
  if (usage.speed === 'fast') return { tier: fast, rate: ['fast'] }
  if (longPrompt && countPromptTokens(usage) > longPrompt.over)
    return { tier: longPrompt.prices, rate: ['long-prompt'] }
  return { tier: standard, rate: [] }
}

function sumTokens(usage: UsageSum, prices: UsdPerMTok): number {
  const { for5m, for1h } = countCacheWrites(usage)
  return (
    usage.input_tokens * prices.input +
    for5m * prices.cacheWrite5m +
    for1h * prices.cacheWrite1h +
    usage.cache_read_input_tokens * prices.cacheRead +
    usage.output_tokens * prices.output
  )
}
