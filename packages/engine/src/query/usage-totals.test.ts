import { createUsageLedger, type ModelStreamEvent, sumAnswers } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { meterProvider } from '../provider/meter-provider.ts'
import type { Provider } from '../provider/provider.ts'
import { createUsageTotals, toResultUsage } from './usage-totals.ts'

const USAGE = {
  input_tokens: 12,
  output_tokens: 1,
  cache_creation_input_tokens: 100,
  cache_read_input_tokens: 50,
  service_tier: 'standard',
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 0 },
}

function answer(id: string, model = 'claude-opus-5-5'): readonly ModelStreamEvent[] {
  const message = {
    id,
    type: 'message' as const,
    role: 'assistant' as const,
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
  }
  return [
    { type: 'message_start', message },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 42 } },
    { type: 'message_stop' },
  ]
}

function total(...events: readonly (readonly ModelStreamEvent[])[]) {
  const totals = createUsageTotals()
  for (const event of events.flat()) totals.add({ type: 'stream_event', event })
  return { count: totals.answers(), sum: totals.sum() }
}

describe('createUsageTotals', () => {
  it('tells the usage of a turn in the shape of a result', () => {
    const { count, sum } = total(answer('msg_1'), answer('msg_2'))
    expect(count).toBe(2)
    expect(toResultUsage(sum)).toEqual({
      input_tokens: 24,
      cache_creation_input_tokens: 200,
      cache_read_input_tokens: 100,
      output_tokens: 84,
      output_tokens_details: { thinking_tokens: 0 },
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: 'standard',
      cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 200 },
      inference_geo: '',
      iterations: [],
      speed: 'standard',
      fallback_credit: null,
    })
    expect(sum).toMatchObject({ isCostKnown: true, costUsd: expect.closeTo(0.002796, 12) })
    expect(sum.modelUsage['claude-opus-5-5']).toMatchObject({
      inputTokens: 24,
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
      webSearchRequests: 0,
      costUSD: expect.closeTo(0.002796, 12),
    })
  })

  it('is nothing before the first answer', () => {
    expect(total().sum).toMatchObject({ input_tokens: 0, modelUsage: {}, costUsd: 0, isCostKnown: true })
  })

  it('counts an answer that breaks off, and one that begins again, once', () => {
    const [start] = answer('msg_1')
    expect(total(start ? [start] : []).sum).toMatchObject({ input_tokens: 12, output_tokens: 1 })
    expect(total(answer('msg_1'), answer('msg_1')).sum).toMatchObject({ input_tokens: 12, output_tokens: 42 })
  })

  it('tells answers apart that have no id', () => {
    expect(total(answer(''), answer('')).sum).toMatchObject({ input_tokens: 24, output_tokens: 84 })
  })

  it('says that a model without a price cost what nobody knows', () => {
    const { sum } = total(answer('msg_1', 'glm-4.7'))
    expect(sum).toMatchObject({ isCostKnown: false, modelUsage: { 'glm-4.7': { costBasis: 'unknown' } } })
  })

  it('ignores usage without an answer', () => {
    expect(total(answer('msg_1').slice(1)).count).toBe(0)
  })
})

describe('meterProvider', () => {
  const provider = (...answers: readonly (readonly ModelStreamEvent[])[]): Provider => {
    const waiting = [...answers]
    return {
      platform: 'anthropic',
      name: 'test',
      async *stream() {
        yield* waiting.shift() ?? []
      },
    }
  }
  const ask = async (metered: Provider): Promise<readonly ModelStreamEvent[]> => {
    const events: ModelStreamEvent[] = []
    const request = { model: 'claude-opus-5-5', max_tokens: 1, messages: [] }
    for await (const event of metered.stream(request, { signal: new AbortController().signal }))
      events.push(event)
    return events
  }

  it('hands on every event and writes down what each answer used, also of two at once', async () => {
    const ledger = createUsageLedger()
    const metered = meterProvider(provider(answer('msg_1'), answer('msg_2', 'claude-haiku-5-5')), ledger)
    const [first] = await Promise.all([ask(metered), ask(metered)])
    expect(first).toEqual(answer('msg_1'))
    const { modelUsage } = sumAnswers(ledger.answers(), { provider: 'firstParty' })
    expect(modelUsage).toMatchObject({
      'claude-opus-5-5': { outputTokens: 42, provider: 'firstParty' },
      'claude-haiku-5-5': { outputTokens: 42 },
    })
  })

  it('takes the answers of a turn as they are, each once', async () => {
    const ledger = createUsageLedger()
    await ask(meterProvider(provider(answer('msg_1')), ledger))
    for (const counted of total(answer('msg_1'), answer('msg_2')).sum.answers) ledger.add(counted)
    expect(sumAnswers(ledger.answers()).answers).toBe(2)
  })
})
