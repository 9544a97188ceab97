import {
  canonicalModelName,
  isSimulatedModel,
  lookupTable,
  MODELS,
  modelFacts,
  type UsdPerMTok,
} from '@antiphon/contract'
import { FOREIGN_PRICES, FOREIGN_PRICES_AS_OF, findForeignPrices } from './foreign-prices.ts'

/** What a model costs at one time; `null` where nobody knows. The list prices of its vendor. */
export type ModelPrices = {
  readonly standard: UsdPerMTok
  readonly fast: UsdPerMTok | null
  /** What the whole request costs when its prompt is longer than `over` tokens. */
  readonly longPrompt: { readonly over: number; readonly prices: UsdPerMTok } | null
}

/** The month in which the prices were last read. */
export const PRICES_AS_OF = '2026-11'

export const WEB_SEARCH_USD = 0.01

/** What multiplies the price of every token. */
export const PRICE_MULTIPLIERS = { batch: 0.5, inferenceGeoUs: 1.1 } as const

/** The prices of a model on a day; null for a model that has none in the table. Any of its names will do. */
export function findModelPrices(model: string, at?: string): ModelPrices | null {
  const name = canonicalModelName(model)
  if (isSimulatedModel(name)) return FREE
  const { usdPerMTok, tierOver100kPromptTokens } = modelFacts(name)
  if (usdPerMTok === null) {
    const foreign = findForeignPrices(model)
    return foreign && { standard: foreign.standard, fast: null, longPrompt: foreign.long }
  }
  const tier = tierOver100kPromptTokens && { over: 100_000, prices: tierOver100kPromptTokens }
  return {
    standard: usdPerMTok,
    fast: FAST_PRICES[name] ?? null,
    longPrompt: tier ?? findLongPromptPrices(name, at),
  }
}

/** All that a cost is made of, as a text: whoever keeps costs sees by it that they are others now. */
export function describePrices(): string {
  const models = Object.entries(MODELS).map(([name, { usdPerMTok, tierOver100kPromptTokens }]) => [
    ...[name, usdPerMTok, tierOver100kPromptTokens],
  ])
  return JSON.stringify([
    PRICES_AS_OF,
    WEB_SEARCH_USD,
    PRICE_MULTIPLIERS,
    models,
    FAST_PRICES,
    LONG_PROMPT_PRICES,
    FOREIGN_PRICES_AS_OF,
    ...FOREIGN_PRICES,
  ])
}

const NOTHING: UsdPerMTok = { input: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0, output: 0 }

/** What answers in a model's place is known to cost nothing. */
const FREE: ModelPrices = { standard: NOTHING, fast: NOTHING, longPrompt: null }

/** Fast mode multiplies the prices of the cache too (official fast-mode page); 4.7 and 5.5 from third parties. */
const FAST_PRICES: Readonly<Record<string, UsdPerMTok>> = lookupTable({
  'claude-opus-5-5': { input: 8, cacheWrite5m: 10, cacheWrite1h: 16, cacheRead: 0.4, output: 40 },
  'claude-opus-5': { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 },
  'claude-opus-4-8': { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 50 },
  'claude-opus-4-7': { input: 30, cacheWrite5m: 37.5, cacheWrite1h: 60, cacheRead: 3, output: 150 },
  'claude-opus-4-6': { input: 30, cacheWrite5m: 37.5, cacheWrite1h: 60, cacheRead: 3, output: 150 },
})

const SONNET_LONG = { input: 6, cacheWrite5m: 7.5, cacheWrite1h: 12, cacheRead: 0.6, output: 22.5 }
const OPUS_LONG = { input: 10, cacheWrite5m: 12.5, cacheWrite1h: 20, cacheRead: 1, output: 37.5 }

/** The surcharge of the million-token beta; it ended for the 4.6 models when their window became generally available. */
const LONG_PROMPT_PRICES: Readonly<
  Record<string, { readonly until: string | null; readonly prices: UsdPerMTok }>
> = lookupTable({
  'claude-sonnet-4': { until: null, prices: SONNET_LONG },
  'claude-sonnet-4-5': { until: null, prices: SONNET_LONG },
  'claude-sonnet-4-6': { until: '2026-03-13', prices: SONNET_LONG },
  'claude-opus-4-6': { until: '2026-03-13', prices: OPUS_LONG },
})

function findLongPromptPrices(name: string, at: string | undefined): ModelPrices['longPrompt'] {
  const row = LONG_PROMPT_PRICES[name]
  if (!row) return null
  const isOver = row.until !== null && (at === undefined || at >= row.until)
  return isOver ? null : { over: 200_000, prices: row.prices }
}
