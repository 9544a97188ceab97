import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStreamJsonParser } from './stream-json-parser.ts'
import type { WireEvent } from './wire-event.ts'
import { addWireEvent, computeWireStatistics, EMPTY_WIRE_STATISTICS } from './wire-statistics.ts'

const fixtures = new URL('../../fixtures/stream-json/', import.meta.url)

describe('computeWireStatistics', () => {
  it('counts the research turn of the specification as its table does', () => {
    const statistics = computeWireStatistics(researchTurn())
    expect(statistics.byType).toEqual({ system: 1, assistant: 11, user: 7, result: 1 })
    expect(statistics.bySubtype).toEqual({ 'system/init': 1, 'result/success': 1 })
    expect(statistics.byBlock).toEqual({ text: 4, tool_use: 7, tool_result: 7 })
    expect(statistics.toolCalls).toEqual({ WebSearch: 5, WebFetch: 2 })
    expect(statistics.durationMs).toBe(12345)
    expect(statistics.events).toBe(20)
  })

  it('is empty for an empty stream', () => {
    expect(computeWireStatistics([])).toEqual(EMPTY_WIRE_STATISTICS)
  })

  it('adds up tokens by turn and takes the last cost of a session', () => {
    const statistics = computeWireStatistics(read('claude-2.1.325-subagent.jsonl'))
    expect(statistics.byType).toMatchObject({ result: 2, user: 2, assistant: 5 })
    expect(statistics.tokens).toEqual({ input: 36, output: 126, cacheCreation: 300, cacheRead: 150 })
    expect(statistics.costUsd).toBe(0.00699)
    expect(statistics.apiDurationMs).toBe(371)
    expect(statistics.turns).toBe(3)
    expect(statistics.durationMs).toBe(547)
  })

  it('adds up the costs of several sessions', () => {
    const events = ['claude-2.1.88-edit.jsonl', 'claude-2.1.88-image.jsonl'].flatMap(read)
    expect(computeWireStatistics(events).costUsd).toBeCloseTo(0.004224 + 0.002112)
  })

  it('counts failed tools, retries, failed answers and failed results', () => {
    const events = [
      ...read('claude-2.1.325-parallel.jsonl'),
      ...read('claude-2.1.325-overload.jsonl'),
      { type: 'assistant', message: { content: [] }, error: 'rate_limit' },
      { type: 'result', subtype: 'error_max_turns', is_error: true },
    ] as readonly WireEvent[]
    expect(computeWireStatistics(events).errors).toEqual({
      toolResults: 1,
      retries: 1,
      answers: 1,
      results: 1,
    })
  })

  it('counts names that objects inherit like all others', () => {
    const event = { type: 'constructor', subtype: '__proto__' } as unknown as WireEvent
    const statistics = computeWireStatistics([event, event])
    expect(Object.entries(statistics.byType)).toEqual([['constructor', 2]])
    expect(Object.entries(statistics.bySubtype)).toEqual([['constructor/__proto__', 2]])
  })

  it('counts every event once and never throws, whatever the events hold', () => {
    const type = fc.constantFrom('assistant', 'user', 'result', 'system', '__proto__')
    const event = fc.tuple(type, fc.jsonValue(), fc.jsonValue(), fc.jsonValue()).map(([name, a, b, c]) => ({
      type: name,
      message: {
        content: [
          { type: 'tool_use', name: a },
          { type: 'tool_result', is_error: b },
        ],
      },
      usage: c,
      session_id: a,
      total_cost_usd: b,
    }))
    fc.assert(
      fc.property(fc.array(event), events => {
        const statistics = computeWireStatistics(events as unknown as WireEvent[])
        const sum = Object.values(statistics.byType).reduce((total, count) => total + count, 0)
        expect(sum).toBe(events.length)
        expect(statistics.costUsd).not.toBeNaN()
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves the statistics that it adds to as they were', () => {
    const before = structuredClone(EMPTY_WIRE_STATISTICS)
    addWireEvent(EMPTY_WIRE_STATISTICS, researchTurn()[1]!)
    expect(EMPTY_WIRE_STATISTICS).toEqual(before)
  })

  it.each(readdirSync(fixtures))('finds in %s as many results as calls', name => {
    const { byBlock } = computeWireStatistics(read(name))
    expect(byBlock.tool_result ?? 0).toBe(byBlock.tool_use ?? 0)
  })
})

/** Seed 002's example: one init, seven searches with their results, four texts, one result. */
function researchTurn(): readonly WireEvent[] {
  const calls = Array.from({ length: 7 }, (_, index) => [
    assistant({ type: 'tool_use', id: `c${index}`, name: index < 5 ? 'WebSearch' : 'WebFetch', input: {} }),
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `c${index}`, content: '…' }] },
    },
  ])
  const texts = Array.from({ length: 4 }, (_, index) => assistant({ type: 'text', text: `part ${index}` }))
  const result = { type: 'result', subtype: 'success', duration_ms: 12345, result: '…', usage: {} }
  return [{ type: 'system', subtype: 'init' }, ...calls.flat(), ...texts, result] as unknown as WireEvent[]
}

function assistant(block: object): object {
  return { type: 'assistant', message: { role: 'assistant', content: [block] } }
}

function read(name: string): readonly WireEvent[] {
  return createStreamJsonParser()
    .push(readFileSync(new URL(name, fixtures)))
    .flatMap(line => (line.kind === 'event' ? [line.event] : []))
}
