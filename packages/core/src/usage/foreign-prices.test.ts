import { describe, expect, it } from 'vitest'
import { computeCost } from './compute-cost.ts'
import { findForeignPrices } from './foreign-prices.ts'

const MILLION = 1_000_000

describe('prices of models of other vendors', () => {
  it('are found by the names that agents store', () => {
    for (const name of ['gpt-5.4', 'openai/gpt-5.4', 'GPT-5.4', 'gpt-5.4-2026-03-05'])
      expect(findForeignPrices(name)?.standard).toMatchObject({ input: 2.5, cacheRead: 0.25, output: 15 })
    for (const name of ['gpt-5.3-codex-spark', 'gpt-99', 'constructor', ''])
      expect(findForeignPrices(name)).toBeNull()
  })

  it('make the cost of an answer, a higher one for a long prompt', () => {
    const usage = { input_tokens: 100_000, cache_read_input_tokens: 100_000, output_tokens: 10_000 }
    expect(computeCost(usage, { model: 'gpt-5.5' })).toMatchObject({
      usd: expect.closeTo(0.85, 9),
      isKnown: true,
    })
    const long = { ...usage, cache_read_input_tokens: 200_000 }
    expect(computeCost(long, { model: 'gpt-5.5' }).usd).toBeCloseTo(1 + 0.2 + 0.45, 9)
    expect(computeCost({ output_tokens: MILLION }, { model: 'gemini-2.5-flash' }).usd).toBe(2.5)
  })

  it('are unknown where nobody knows them, and not nothing', () => {
    expect(computeCost({ input_tokens: 1 }, { model: 'gpt-5.3-codex-spark' }).isKnown).toBe(false)
  })
})
