import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStreamJsonParser } from '../wire/stream-json-parser.ts'
import type { WireEvent } from '../wire/wire-event.ts'
import { computeCost } from './compute-cost.ts'

const MILLION = 1_000_000

const usd = (usage: object, model = 'claude-opus-5-5', at?: string): number =>
  computeCost(usage, { model, ...(at !== undefined && { at }) }).usd

describe('computeCost', () => {
  it('prices what is read, written to the cache, read from it and answered, each by its own price', () => {
    expect(usd({ input_tokens: MILLION })).toBe(4)
    expect(usd({ output_tokens: MILLION })).toBe(20)
    expect(usd({ cache_read_input_tokens: MILLION })).toBe(0.2)
    const write = (split: object) => usd({ cache_creation_input_tokens: MILLION, cache_creation: split })
    expect(write({ ephemeral_5m_input_tokens: MILLION, ephemeral_1h_input_tokens: 0 })).toBe(5)
    expect(write({ ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: MILLION })).toBe(8)
  })

  it('takes cache writes of unknown lifetime for the short one', () => {
    expect(usd({ cache_creation_input_tokens: MILLION })).toBe(5)
    expect(usd({ cache_creation_input_tokens: MILLION, cache_creation: null })).toBe(5)
    const part = { ephemeral_1h_input_tokens: MILLION / 2 }
    expect(usd({ cache_creation_input_tokens: MILLION, cache_creation: part })).toBe(6.5)
    expect(usd({ cache_creation: { ephemeral_1h_input_tokens: MILLION } })).toBe(8)
  })

  it('charges web searches, and not the pages that were fetched', () => {
    expect(usd({ server_tool_use: { web_search_requests: 1000, web_fetch_requests: 50 } })).toBe(10)
  })

  it('halves a batch, adds a tenth for a place, doubles fast mode', () => {
    const usage = { input_tokens: MILLION, output_tokens: MILLION }
    expect(usd({ ...usage, service_tier: 'batch' })).toBe(12)
    expect(usd({ ...usage, inference_geo: 'us' })).toBeCloseTo(26.4, 12)
    expect(usd({ ...usage, inference_geo: 'global' })).toBe(24)
    expect(usd({ ...usage, speed: 'fast' })).toBe(48)
    expect(usd({ cache_read_input_tokens: MILLION, speed: 'fast' })).toBe(0.4)
    expect(computeCost({ ...usage, speed: 'fast', inference_geo: 'us' }, { model: 'claude-opus-5' })).toEqual(
      {
        usd: expect.closeTo(66, 9),
        isKnown: true,
        basis: {
          model: 'claude-opus-5',
          source: 'list',
          pricesAsOf: '2026-11',
          rates: ['fast', 'inference-geo-us'],
        },
      },
    )
  })

  it('prices a whole request higher when its prompt is long, the cache included', () => {
    const short = { input_tokens: 50_000, cache_read_input_tokens: 50_000, output_tokens: 1000 }
    expect(usd(short, 'claude-haiku-5-5')).toBeCloseTo(0.005 + 0.0005 + 0.0005, 12)
    const long = { ...short, cache_read_input_tokens: 50_001 }
    expect(usd(long, 'claude-haiku-5-5')).toBeCloseTo(0.025 + 0.00250005 + 0.0025, 12)
  })

  it('takes the prices of the day', () => {
    const usage = { input_tokens: 300_000 }
    expect(usd(usage, 'claude-opus-4-6', '2026-03-12T23:59:59.000Z')).toBe(3)
    expect(usd(usage, 'claude-opus-4-6', '2026-03-13T00:00:00.000Z')).toBe(1.5)
    expect(usd(usage, 'claude-opus-4-6')).toBe(1.5)
    expect(usd(usage, 'claude-sonnet-4-5[1m]')).toBe(1.8)
  })

  it.each([
    'claude-opus-4-5-20251101',
    'us.anthropic.claude-opus-4-5-20251101-v1:0',
    'claude-opus-4-5@20251101',
    'anthropic/claude-opus-4.5',
  ])('knows %s by its other names', model => {
    expect(computeCost({ input_tokens: MILLION }, { model })).toMatchObject({
      usd: 5,
      isKnown: true,
      basis: { model: 'claude-opus-4-5' },
    })
  })

  it.each(['glm-4.7', 'claude-fable-5-2', 'constructor', ''])(
    'says that the cost of %j is unknown',
    model => {
      const cost = computeCost({ input_tokens: 1 }, { model })
      expect(cost).toMatchObject({ isKnown: false, basis: { source: 'unknown' } })
      expect(computeCost({ input_tokens: 0 }, { model })).toMatchObject({ usd: 0, isKnown: true })
    },
  )

  it('says so where fast mode has no price', () => {
    expect(computeCost({ input_tokens: 1, speed: 'fast' }, { model: 'claude-sonnet-5' }).isKnown).toBe(false)
  })

  it('charges parts that the total leaves out, at the price of who made them', () => {
    const part = (type: string, model?: string) => ({ type, input_tokens: MILLION, ...(model && { model }) })
    const withParts = (...iterations: object[]) => usd({ input_tokens: MILLION, iterations })
    expect(withParts(part('message'), part('fallback_message', 'claude-opus-5'))).toBe(4)
    expect(withParts(part('compaction'), part('message'))).toBe(8)
    expect(withParts(part('advisor_message', 'claude-fable-5'))).toBe(14)
  })

  it('never throws and never counts backwards, whatever stands there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (usage, model) => {
        expect(computeCost(usage, { model }).usd).toBeGreaterThanOrEqual(0)
      }),
    )
    expect(usd({ input_tokens: -5, output_tokens: 'many', cache_creation: 7, iterations: [null] })).toBe(0)
  })
})

/** Every result that Claude Code 2.1.88 and 2.1.325 recorded. */
describe('computeCost beside recorded results', () => {
  const results = recordedResults()

  it('finds the recordings', () => expect(results.length).toBeGreaterThanOrEqual(13))

  it.each(results)('agrees with %s', (_name, result) => {
    const models = Object.entries(result.modelUsage ?? {})
    let total = 0
    for (const [model, recorded] of models) {
      const cost = computeCost(toUsage(recorded), { model })
      expect(cost.isKnown).toBe(true)
      expect(Math.abs(cost.usd - recorded.costUSD)).toBeLessThan(1e-9)
      total += cost.usd
    }
    expect(models.length).toBeGreaterThan(0)
    expect(Math.abs(total - result.total_cost_usd)).toBeLessThan(1e-9)
  })
})

type Result = Extract<WireEvent, { readonly type: 'result' }>

function toUsage(model: NonNullable<Result['modelUsage']>[string]): object {
  return {
    input_tokens: model.inputTokens,
    output_tokens: model.outputTokens,
    cache_read_input_tokens: model.cacheReadInputTokens,
    cache_creation_input_tokens: model.cacheCreationInputTokens,
    // 2.1.88 does not tell the split.
    cache_creation: {
      ephemeral_5m_input_tokens: model.cacheCreationEphemeral5mInputTokens ?? model.cacheCreationInputTokens,
      ephemeral_1h_input_tokens: model.cacheCreationEphemeral1hInputTokens ?? 0,
    },
    server_tool_use: { web_search_requests: model.webSearchRequests },
  }
}

function recordedResults(): readonly (readonly [string, Result])[] {
  return ['stream-json/', 'control-protocol/'].flatMap(folder => {
    const url = new URL(`../../fixtures/${folder}`, import.meta.url)
    const names = readdirSync(url).filter(name => name.startsWith('claude-') || name === 'cli-to-sdk.jsonl')
    return names.flatMap(name =>
      readEvents(new URL(name, url)).flatMap((event, index) =>
        event.type === 'result' ? [[`${name} line ${index + 1}`, event] as const] : [],
      ),
    )
  })
}

function readEvents(url: URL): readonly WireEvent[] {
  const parser = createStreamJsonParser()
  const lines = [...parser.push(readFileSync(url, 'utf8')), ...parser.end()]
  return lines.flatMap(line => (line.kind === 'event' ? [line.event] : []))
}
