import type { UsdPerMTok } from '@antiphon/contract'

/** What a model of another vendor costs, and what a request costs whose prompt is longer than `over`. */
export type ForeignPrices = {
  readonly standard: UsdPerMTok
  readonly long: { readonly over: number; readonly prices: UsdPerMTok } | null
}

/** When the prices below were last read: LiteLLM's public list as ccusage 20.0.24 ships it; Gemini 3 from its vendor. */
export const FOREIGN_PRICES_AS_OF = '2026-11'

/** The list prices of a model that is not Anthropic's; null for one that is not in the table. */
export function findForeignPrices(model: string): ForeignPrices | null {
  const name = model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/-\d{4}-\d{2}-\d{2}$/, '')
  return FOREIGN_PRICES.get(name) ?? null
}

/** None of these vendors has a price of its own for what is written to a cache: it is input. */
function toPrices(input: number, cacheRead: number, output: number): UsdPerMTok {
  return { input, cacheWrite5m: input, cacheWrite1h: input, cacheRead, output }
}

function flat(input: number, cacheRead: number, output: number): ForeignPrices {
  return { standard: toPrices(input, cacheRead, output), long: null }
}

/** Long prompts cost twice as much for what is read, and half as much again for what is said. */
function tiered(over: number, input: number, cacheRead: number, output: number): ForeignPrices {
  return {
    standard: toPrices(input, cacheRead, output),
    long: { over, prices: toPrices(2 * input, 2 * cacheRead, 1.5 * output) },
  }
}

const OPENAI_LONG = 272_000
const GOOGLE_LONG = 200_000

/** Dollars for a million tokens: input, read from a cache, output. */
export const FOREIGN_PRICES: ReadonlyMap<string, ForeignPrices> = new Map([
  ['gpt-4o', flat(2.5, 1.25, 10)],
  ['gpt-4o-mini', flat(0.15, 0.075, 0.6)],
  ['gpt-4.1', flat(2, 0.5, 8)],
  ['gpt-4.1-mini', flat(0.4, 0.1, 1.6)],
  ['gpt-5', flat(1.25, 0.125, 10)],
  ['gpt-5-codex', flat(1.25, 0.125, 10)],
  ['gpt-5-mini', flat(0.25, 0.025, 2)],
  ['gpt-5-nano', flat(0.05, 0.005, 0.4)],
  ['gpt-5.1', flat(1.25, 0.125, 10)],
  ['gpt-5.1-codex', flat(1.25, 0.125, 10)],
  ['gpt-5.1-codex-max', flat(1.25, 0.125, 10)],
  ['gpt-5.1-codex-mini', flat(0.25, 0.025, 2)],
  ['gpt-5.2', flat(1.75, 0.175, 14)],
  ['gpt-5.2-codex', flat(1.75, 0.175, 14)],
  ['gpt-5.3-codex', flat(1.75, 0.175, 14)],
  ['gpt-5.4', tiered(OPENAI_LONG, 2.5, 0.25, 15)],
  ['gpt-5.4-mini', flat(0.75, 0.075, 4.5)],
  ['gpt-5.4-nano', flat(0.2, 0.02, 1.25)],
  ['gpt-5.5', tiered(OPENAI_LONG, 5, 0.5, 30)],
  ['gpt-5.6-sol', tiered(OPENAI_LONG, 4, 0.4, 20)],
  ['gpt-5.6-terra', tiered(OPENAI_LONG, 2, 0.2, 12)],
  ['gpt-5.6-luna', tiered(OPENAI_LONG, 0.2, 0.02, 1.2)],
  ['gemini-2.5-flash', flat(0.3, 0.03, 2.5)],
  ['gemini-2.5-flash-lite', flat(0.1, 0.01, 0.4)],
  ['gemini-2.5-pro', tiered(GOOGLE_LONG, 1.25, 0.125, 10)],
  ['gemini-3-flash-preview', flat(0.5, 0.05, 3)],
  ['gemini-3-pro-preview', tiered(GOOGLE_LONG, 2, 0.2, 12)],
  ['gemini-3.1-pro-preview', tiered(GOOGLE_LONG, 2, 0.2, 12)],
  ['gemini-3.5-flash', flat(1.5, 0.15, 9)],
])
