import { afterEach, describe, expect, it } from 'vitest'
import { createToolbox } from '../src/index.ts'
import {
  createEngineKit,
  createTestTools,
  type EngineKit,
  findBreaks,
  MODEL,
  run,
  stored,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  // No request of any test may be refused unless the test asked for it.
  await kit?.close()
  kit = undefined
})

async function start(...given: Parameters<typeof createEngineKit>): Promise<EngineKit> {
  kit = await createEngineKit(...given)
  return kit
}

const call = (name: string, text: string): { name: string; input: { text: string } } => ({
  name,
  input: { text },
})

describe('a turn', () => {
  it('answers a prompt', async () => {
    const { open, simulator } = await start([{ thinking: 'a greeting', text: 'Hello!' }])
    const { engine, close } = await open()
    const { events, result } = await run(engine, 'hello')
    expect(result).toMatchObject({
      text: 'Hello!',
      turns: 1,
      end: { reason: 'completed', stopReason: 'end_turn' },
    })
    expect(result.usage.output_tokens).toBeGreaterThan(0)
    expect(stored(events).map(({ type }) => type)).toEqual([
      'user',
      'assistant',
      'assistant',
      'system',
      'system',
    ])
    expect(simulator.log.all().map(({ status }) => status)).toEqual([200])
    await close()
  })

  it('runs calls, tells their results in the order of the calls, and asks again', async () => {
    const { open, simulator } = await start([
      { thinking: 'both', calls: [call('Echo', 'one'), call('Alone', 'two'), call('Echo', 'three')] },
      'Done.',
    ])
    const log: string[] = []
    const { engine, close } = await open({ toolbox: createToolbox(createTestTools(log)) })
    const { events, result } = await run(engine, 'go')
    expect(result).toMatchObject({ text: 'Done.', turns: 2 })
    expect(log).toEqual(['start one', 'end one', 'start two', 'end two', 'start three', 'end three'])
    const results = JSON.stringify(simulator.log.all()[1]?.request?.messages.at(-1))
    expect(results).toMatch(/echo: one.*alone: two.*echo: three/)
    expect(events.filter(({ type }) => type === 'progress')).toHaveLength(3)
    expect(simulator.log.all().map(({ refusal }) => refusal)).toEqual([null, null])
    await close()
  })

  it('starts a call while the rest of the answer still streams', async () => {
    const { open } = await start([
      {
        blocks: [
          { type: 'tool_use', name: 'Echo', input: { text: 'early' } },
          { type: 'text', text: 'and a long tail '.repeat(40) },
        ],
        pace: 2,
      },
      'Done.',
    ])
    const { engine, close } = await open()
    const order: string[] = []
    await run(engine, 'go', event => {
      if (event.type === 'progress') order.push('progress')
      if (event.type === 'stream_event' && event.event.type === 'message_stop') order.push('stop')
    })
    expect(order.slice(0, 2)).toEqual(['progress', 'stop'])
    await close()
  })

  it.each([
    ['an unknown tool', 'Nobody', { text: 'x' }, /No such tool available: Nobody/],
    [
      'an input that does not fit',
      'Echo',
      { words: 1 },
      /InputValidationError: Echo cannot be called like this:\n- text/,
    ],
    ['a tool that throws', 'Broken', { text: 'x' }, /broken: x/],
  ])('answers %s with words that help', async (_, name, input, words) => {
    const { open, simulator } = await start([{ calls: [{ name, input }] }, 'I see.'])
    const { engine, close } = await open()
    expect((await run(engine, 'go')).result.text).toBe('I see.')
    const last = simulator.log.all()[1]?.request?.messages.at(-1)
    expect(last).toMatchObject({ content: [{ type: 'tool_result', is_error: true }] })
    expect(JSON.parse(JSON.stringify(last)).content[0].content).toMatch(words)
    await close()
  })

  it('answers every open call when it is interrupted, and goes on afterwards', async () => {
    const { open, simulator } = await start([
      { calls: [call('Slow', 'a'), call('Slow', 'b')] },
      'Back again.',
    ])
    const { engine, close } = await open()
    const { result, events } = await run(engine, 'go', event => {
      if (event.type === 'progress') engine.interrupt()
    })
    expect(result.end).toEqual({ reason: 'interrupted' })
    expect(JSON.stringify(stored(events).findLast(({ type }) => type === 'user'))).toContain(
      '[Request interrupted by user for tool use]',
    )
    expect((await run(engine, 'and now?')).result.text).toBe('Back again.')
    expect(simulator.log.all().every(({ refusal }) => refusal === null)).toBe(true)
    await close()
  })

  it('tries again after errors, and shows each', async () => {
    const { open, simulator } = await start(['At last.'], {
      faults: [
        { fault: { kind: 'error', status: 529 } },
        { fault: { kind: 'error', status: 429, headers: { 'retry-after': '3' } } },
        { fault: { kind: 'cut-stream', afterBytes: 700 } },
      ],
    })
    const waits: number[] = []
    const { engine, close } = await open({
      sleep: async milliseconds => {
        waits.push(milliseconds)
      },
    })
    const { result, events } = await run(engine, 'go')
    expect(result.text).toBe('(the script ends here)')
    expect(
      stored(events).filter(message => message.type === 'system' && message.subtype === 'api_error'),
    ).toHaveLength(3)
    expect(waits[1]).toBe(3000)
    expect(simulator.log.all()).toHaveLength(4)
    await close()
  })

  it('takes back what was shown of a broken answer', async () => {
    const { open } = await start([{ thinking: 'hm', text: 'half an answer '.repeat(50) }, 'Whole.'], {
      faults: [{ fault: { kind: 'error-event', afterEvents: 12 } }],
    })
    const { engine, close } = await open()
    const { events, result } = await run(engine, 'go')
    expect(result.text).toBe('Whole.')
    expect(events.filter(({ type }) => type === 'tombstone').length).toBeGreaterThan(0)
    expect(JSON.stringify(engine.messages())).not.toContain('half an answer')
    await close()
  })

  it('goes on with the fallback model where the first stays overloaded', async () => {
    const { open, simulator } = await start(['From the other one.'], {
      faults: [{ fault: { kind: 'error', status: 529 }, model: MODEL, times: 100 }],
    })
    const { engine, close } = await open({ fallbackModel: 'claude-sonnet-5-5' })
    expect((await run(engine, 'go')).result.text).toBe('From the other one.')
    expect(simulator.log.all().map(({ request }) => request?.model)).toEqual([
      MODEL,
      MODEL,
      MODEL,
      'claude-sonnet-5-5',
    ])
    await close()
  })

  it('gives up on what cannot be cured, and says so', async () => {
    const { open } = await start([], { apiKey: 'another' })
    const { engine, close } = await open()
    const { result, events } = await run(engine, 'go')
    expect(result.end).toEqual({ reason: 'failed', detail: 'invalid x-api-key', code: 'unauthorized' })
    expect(JSON.stringify(stored(events))).toContain('API Error: 401 invalid x-api-key')
    await close()
  })

  it('recovers from an answer that was cut off', async () => {
    const { open, simulator } = await start([
      { text: 'The first half', stopReason: 'max_tokens' },
      'and the second.',
    ])
    const { engine, close } = await open()
    expect((await run(engine, 'go')).result.text).toBe('and the second.')
    expect(JSON.stringify(simulator.log.all()[1]?.request)).toContain('Output token limit hit')
    await close()
  })

  it('goes on after a pause, and stops at a refusal', async () => {
    const { open } = await start([
      { text: 'First.', stopReason: 'pause_turn' },
      'Second.',
      { blocks: [], stopReason: 'refusal' },
    ])
    const { engine, close } = await open()
    expect((await run(engine, 'go')).result).toMatchObject({ text: 'Second.', turns: 2 })
    expect((await run(engine, 'bad')).result.end.reason).toBe('refused')
    await close()
  })

  it('stops after so many turns', async () => {
    const { open } = await start(Array.from({ length: 5 }, (_, n) => ({ calls: [call('Echo', String(n))] })))
    const { engine, close } = await open({ maxTurns: 2 })
    const { result, events } = await run(engine, 'go')
    expect(result.end).toEqual({ reason: 'max-turns', turns: 2 })
    expect(JSON.stringify(stored(events))).toContain('max_turns_reached')
    await close()
  })

  it('does not run what is denied, and tells the model why', async () => {
    const log: string[] = []
    const { open, simulator } = await start([{ calls: [call('Echo', 'secret')] }, 'Understood.'])
    const { engine, close } = await open({
      toolbox: createToolbox(createTestTools(log)),
      permissions: {
        mode: 'default',
        rules: { allow: [], deny: [], ask: [] },
        additionalDirectories: [],
        decide: () => ({ behavior: 'ask', reason: 'test', suggestions: [] }),
        ask: async () => ({ behavior: 'deny', message: 'not today' }),
      },
    })
    const { result } = await run(engine, 'go')
    expect(log).toEqual([])
    expect(result.denials).toMatchObject([{ tool_name: 'Echo' }])
    expect(JSON.stringify(simulator.log.all()[1]?.request)).toContain('not today')
    await close()
  })

  it('sends each request as an extension of the one before it, across turns and a resume', async () => {
    const { open, simulator } = await start([
      { thinking: 'one', calls: [call('Echo', 'a'), call('Echo', 'b')] },
      { thinking: 'two', text: 'Two.' },
      { thinking: 'three', calls: [call('Alone', 'c')] },
      'Four.',
      { thinking: 'five', text: 'Five.' },
    ])
    const first = await open()
    await run(first.engine, 'first prompt')
    await run(first.engine, 'second prompt')
    await first.close()
    const second = await open()
    expect((await run(second.engine, 'third prompt')).result.text).toBe('Five.')
    await second.close()
    const requests = simulator.log.all()
    expect(requests.map(({ refusal }) => refusal)).toEqual([null, null, null, null, null])
    expect(findBreaks(requests)).toEqual([])
  })

  it('sums up a conversation and goes on with the summary, also after a resume', async () => {
    const { open, simulator } = await start([
      'One.',
      '<analysis>x</analysis><summary>They said one.</summary>',
      'Two.',
      'Three.',
    ])
    const first = await open()
    await run(first.engine, 'first')
    const compacted: unknown[] = []
    for await (const message of first.engine.compact()) compacted.push(message)
    expect(compacted).toMatchObject([{ subtype: 'compact_boundary' }, { isCompactSummary: true }])
    await run(first.engine, 'second')
    await first.close()
    const second = await open()
    expect((await run(second.engine, 'third')).result.text).toBe('Three.')
    await second.close()
    const last = JSON.stringify(simulator.log.all().at(-1)?.request?.messages)
    expect(last).toContain('They said one.')
    expect(last).not.toContain('<analysis>')
    expect(simulator.log.all().every(({ refusal }) => refusal === null)).toBe(true)
  })
})
