import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryUsage } from '../testing/arbitrary-usage.ts'
import { createStreamJsonParser } from '../wire/stream-json-parser.ts'
import type { WireEvent } from '../wire/wire-event.ts'
import { measureAnswer } from './measure-answer.ts'
import { findModelPrices } from './model-prices.ts'
import { type AnswerSum, sumAnswers } from './sum-answers.ts'
import { createUsageLedger, type UsageReport } from './usage-ledger.ts'

function sum(reports: readonly UsageReport[]): AnswerSum {
  const ledger = createUsageLedger()
  for (const report of reports) ledger.add(report)
  return sumAnswers(ledger.answers())
}

/** Costs are sums of fractions, whose last digits depend on the order. */
function expectSame(one: AnswerSum, other: AnswerSum): void {
  expect(withoutCost(one)).toEqual(withoutCost(other))
  expect(one.costUsd).toBeCloseTo(other.costUsd, 9)
  expect(one.costUsdAtLeast).toBeCloseTo(other.costUsdAtLeast, 9)
  for (const [model, { costUSD }] of Object.entries(one.modelUsage))
    expect(costUSD).toBeCloseTo(other.modelUsage[model]?.costUSD ?? Number.NaN, 9)
}

function withoutCost({ costUsd: _cost, costUsdAtLeast: _least, modelUsage, ...rest }: AnswerSum): object {
  const models = Object.entries(modelUsage).map(([model, { costUSD: _usd, ...counts }]) => [model, counts])
  return { ...rest, models: Object.fromEntries(models) }
}

const report: fc.Arbitrary<UsageReport> = fc.record(
  {
    id: fc.constantFrom('msg_1', 'msg_2', 'msg_3', 'msg_4'),
    model: fc.constantFrom('claude-opus-5-5', 'claude-haiku-5-5', 'glm-4.7', '<synthetic>'),
    usage: arbitraryUsage(),
    isSubagent: fc.boolean(),
    at: fc.constantFrom('2026-03-12T10:00:00.000Z', '2026-11-15T10:00:00.000Z'),
    parts: fc.array(fc.constantFrom(1, 2, 3).map(key => ({ key, tokens: key * 100 }))),
  },
  { requiredKeys: ['id', 'model', 'usage'] },
)

describe('createUsageLedger', () => {
  it('counts the same whatever the order of the reports and however often each is told', () => {
    const shuffled = fc.array(report, { maxLength: 12 }).chain(reports =>
      fc.tuple(
        fc.constant(reports),
        fc.shuffledSubarray([...reports, ...reports, ...reports], {
          minLength: reports.length * 3,
          maxLength: reports.length * 3,
        }),
      ),
    )
    fc.assert(fc.property(shuffled, ([reports, copies]) => expectSame(sum(reports), sum(copies))))
  })

  it('takes the maximum of each field over the lines of an answer', () => {
    const line = (usage: object): UsageReport => ({ id: 'msg_1', model: 'claude-opus-5-5', usage })
    const { usage, answers } = sum([
      line({ input_tokens: 12, output_tokens: 1, cache_read_input_tokens: 50 }),
      line({ output_tokens: 42 }),
      line({ input_tokens: 12, output_tokens: 7, cache_read_input_tokens: 50 }),
    ])
    expect(answers).toBe(1)
    expect(usage).toMatchObject({ input_tokens: 12, output_tokens: 42, cache_read_input_tokens: 50 })
  })

  it('adds up what the lines of an answer show, each block once', () => {
    const line = (text: string): UsageReport => ({
      id: 'msg_1',
      model: 'claude-opus-5-5',
      usage: { output_tokens: 2 },
      parts: measureAnswer([{ type: 'text', text }]),
    })
    const [first, second] = [line('a'.repeat(400)), line('b'.repeat(4000))]
    const { usage, outputAtLeast, estimatedAnswers, costUsd, costUsdAtLeast } = sum([first, second, first])
    expect({ recorded: usage.output_tokens, outputAtLeast, estimatedAnswers }).toEqual({
      recorded: 2,
      outputAtLeast: 1100,
      estimatedAnswers: 1,
    })
    // 1,098 more tokens of output by the list price.
    const { standard } = findModelPrices('claude-opus-5-5') ?? {}
    expect(costUsdAtLeast - costUsd).toBeCloseTo((1098 * (standard?.output ?? 0)) / 1_000_000, 9)
  })

  it('takes a log that has one name for all of its answers', () => {
    const ledger = createUsageLedger()
    const line = { id: 'msg_1', model: 'claude-opus-5-5', usage: {} }
    for (let key = 0; key < 50_000; key++) ledger.add({ ...line, parts: [{ key, tokens: 2 }] })
    expect(ledger.answers()).toMatchObject([{ visibleTokens: 100_000 }])
  })

  it('gives an answer to the main agent where a subagent only copied it', () => {
    const ledger = createUsageLedger()
    const line = { id: 'msg_1', model: 'claude-opus-5-5', usage: {} }
    ledger.add({ ...line, isSubagent: true, at: '2026-11-15' })
    ledger.add({ ...line, at: '2026-11-14' })
    expect(ledger.answers()).toMatchObject([{ id: 'msg_1', isSubagent: false, at: '2026-11-14' }])
  })
})

describe('sumAnswers', () => {
  it('tells the models apart and says which has no price', () => {
    const usage = { input_tokens: 1_000_000, server_tool_use: { web_search_requests: 2 } }
    const total = sum([
      { id: 'a', model: 'claude-opus-5-5', usage },
      { id: 'b', model: 'glm-4.7', usage },
    ])
    expect(total).toMatchObject({ isCostKnown: false, costUsd: expect.closeTo(4.04, 9) })
    expect(total.modelUsage).toMatchObject({
      'claude-opus-5-5': { costUSD: expect.closeTo(4.02, 9), costBasis: 'list', webSearchRequests: 2 },
      'glm-4.7': { costBasis: 'unknown', inputTokens: 1_000_000 },
    })
  })

  it('tells a turn exactly as Claude Code tells it', () => {
    const events = readEvents('control-protocol/cli-to-sdk.jsonl')
    const result = events.find(event => event.type === 'result')
    if (result?.type !== 'result') throw new Error('the recording has no result')
    const total = sumAnswers(countEvents(events), { provider: 'firstParty' })
    expect(total.usage).toEqual(result.usage)
    expect(total.modelUsage).toEqual({
      'claude-opus-5-5': {
        ...result.modelUsage?.['claude-opus-5-5'],
        costUSD: expect.closeTo(0.002796, 12),
      },
    })
    expect(total.costUsd).toBeCloseTo(result.total_cost_usd, 12)
  })

  it('agrees with the recorded result on all that a subagent read', () => {
    // Without partial messages a stream does not tell how long an answer became.
    const events = readEvents('stream-json/claude-2.1.325-subagent.jsonl')
    const result = events.findLast(event => event.type === 'result')
    if (result?.type !== 'result') throw new Error('the recording has no result')
    const told = sumAnswers(countEvents(events)).modelUsage['claude-opus-5-5']
    const {
      outputTokens: _out,
      costUSD: _cost,
      provider: _provider,
      ...read
    } = result.modelUsage?.['claude-opus-5-5'] ?? {}
    expect(told).toMatchObject(read)
  })
})

function countEvents(
  events: readonly WireEvent[],
): ReturnType<ReturnType<typeof createUsageLedger>['answers']> {
  const ledger = createUsageLedger()
  let open = { id: '', model: '' }
  for (const event of events) {
    if (event.type === 'assistant') {
      const { id, model, usage } = event.message
      ledger.add({ id: `${id}`, model: `${model}`, usage })
    }
    if (event.type !== 'stream_event') continue
    const { event: inner } = event
    if (inner.type === 'message_start') open = { id: `${inner.message.id}`, model: `${inner.message.model}` }
    if (inner.type === 'message_delta') ledger.add({ ...open, usage: inner.usage })
  }
  return ledger.answers()
}

function readEvents(path: string): readonly WireEvent[] {
  const parser = createStreamJsonParser()
  const text = readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8')
  return [...parser.push(text), ...parser.end()].flatMap(line => (line.kind === 'event' ? [line.event] : []))
}
