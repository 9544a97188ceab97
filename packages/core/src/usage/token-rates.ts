import type { UsdPerMTok } from '@antiphon/contract'
import { findModelPrices, PRICE_MULTIPLIERS } from './model-prices.ts'
import type { UsageSum } from './usage-sum.ts'

/** What made an answer cost something else than the standard price. */
export type CostRate = 'fast' | 'long-prompt' | 'batch' | 'inference-geo-us'

/** What the tokens of answers of one kind cost, before their number is known. */
export type TokenRates = {
  /** Null where nobody knows. */
  readonly prices: UsdPerMTok | null
  /** For all tokens of an answer whose prompt is longer than `over`. */
  readonly long: { readonly over: number; readonly prices: UsdPerMTok } | null
  readonly multiplier: number
  readonly reasons: readonly CostRate[]
}

export type TokenRatesOptions = Pick<UsageSum, 'service_tier' | 'inference_geo' | 'speed'> & {
  readonly model: string
  /** The day or time of the answer, as ISO 8601; today's prices without it. */
  readonly at?: string | undefined
}

/** The rates of answers by a model on a day, served in one way. */
export function findTokenRates(options: TokenRatesOptions): TokenRates {
  const { model, at, service_tier, inference_geo, speed } = options
  const prices = findModelPrices(model, at)
  const isFast = speed === 'fast'
  const isBatch = service_tier === 'batch'
  const isGeo = inference_geo === 'us'
  return {
    prices: (isFast ? prices?.fast : prices?.standard) ?? null,
    long: isFast ? null : (prices?.longPrompt ?? null),
    multiplier: (isBatch ? PRICE_MULTIPLIERS.batch : 1) * (isGeo ? PRICE_MULTIPLIERS.inferenceGeoUs : 1),
    reasons: [
      ...(isFast ? (['fast'] as const) : []),
      ...(isBatch ? (['batch'] as const) : []),
      ...(isGeo ? (['inference-geo-us'] as const) : []),
    ],
  }
}

/** Tokens by what they cost. */
export type PricedTokens = {
  readonly input: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly output: number
}

/** What tokens of one answer cost; undefined where nobody knows. */
export function priceTokens(tokens: PricedTokens, rates: TokenRates): number | undefined {
  const { input, cacheWrite5m, cacheWrite1h, cacheRead, output } = tokens
  const isLong = rates.long !== null && input + cacheRead + cacheWrite5m + cacheWrite1h > rates.long.over
  const prices = isLong ? rates.long.prices : rates.prices
  if (!prices) return undefined
  const sum =
    input * prices.input +
    cacheWrite5m * prices.cacheWrite5m +
    cacheWrite1h * prices.cacheWrite1h +
    cacheRead * prices.cacheRead +
    output * prices.output
  return (sum * rates.multiplier) / 1_000_000
}
