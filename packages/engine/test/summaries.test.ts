import type { ScriptReply, SimulatorOptions } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createAnthropicProvider } from '../src/index.ts'
import {
  type CallSummarizer,
  createSteadySummarizer,
  generateToolUseSummary,
} from '../src/summaries/summarize-calls.ts'
import {
  createEngineKit,
  createTwoModels,
  type EngineKit,
  findBreaks,
  isSmall,
  mainRequests,
  readEntries,
  refusals,
  run,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

async function start(
  main: readonly ScriptReply[],
  small: readonly ScriptReply[],
  options: SimulatorOptions = {},
): Promise<EngineKit> {
  kit = await createEngineKit([], { model: createTwoModels(main, small), ...options })
  return kit
}

function summarizer({ simulator }: EngineKit, timeout?: number): CallSummarizer {
  const provider = createAnthropicProvider({ apiKey: 'any', baseURL: simulator.url })
  const small = { provider, ...(timeout !== undefined && { timeout }) }
  return (tools, signal) => generateToolUseSummary({ tools, signal, small })
}

const call = (text: string): { name: string; input: { text: string } } => ({ name: 'Echo', input: { text } })

describe('summaries of calls', () => {
  it('tell what each batch did, with the ids of its calls, and are not stored', async () => {
    const started = await start(
      [{ text: 'Let me look.', calls: [call('a'), call('b')] }, { calls: [call('c')] }, 'Done.'],
      ['Echoed a and b', 'Echoed c\nand more'],
    )
    const { engine, close } = await started.open({ summarize: summarizer(started) })
    const { events } = await run(engine, 'go')
    const summaries = events.flatMap(event => (event.type === 'tool_use_summary' ? [event] : []))
    expect(summaries.map(({ summary }) => summary)).toEqual(['Echoed a and b', 'Echoed c and more'])
    expect(summaries.map(({ precedingToolUseIds }) => precedingToolUseIds.length)).toEqual([2, 1])
    await close()
    expect(JSON.stringify(await readEntries(started))).not.toContain('Echoed')
  })

  it('are asked of the small model with the calls, their results and the last words, and leave the cache alone', async () => {
    const started = await start(
      [{ thinking: 'hm', text: 'Let me look.', calls: [call('a')] }, { calls: [call('b')] }, 'Done.'],
      ['One', 'Two'],
    )
    const { engine, close } = await started.open({
      summarize: summarizer(started),
      system: 'word '.repeat(3000),
    })
    await run(engine, 'go')
    await close()
    const { simulator } = started
    const small = simulator.log.all().filter(({ request }) => isSmall(request?.model))
    expect(small).toHaveLength(2)
    expect(JSON.stringify(small[0]?.request)).toMatch(/Agent: Let me look.*Call: Echo: a.*Result: echo: a/)
    expect(JSON.stringify(small)).not.toContain('"cache_control"')
    expect(refusals(simulator)).toEqual([])
    expect(findBreaks(mainRequests(simulator))).toEqual([])
    expect(mainRequests(simulator).map(({ cache }) => cache?.miss)).toEqual([null, null, null])
  })

  it('hold nothing up: the next answer comes while the summary is still being made', async () => {
    let release = (): void => {}
    const isReleased = new Promise<void>(resolve => {
      release = resolve
    })
    const started = await start(
      [{ calls: [call('a')] }, 'Done.'],
      [
        async () => {
          await isReleased
          return { blocks: [{ type: 'text', text: 'Late' }] }
        },
      ],
    )
    const { engine, close } = await started.open({ summarize: summarizer(started) })
    const order: string[] = []
    await run(engine, 'go', event => {
      if (event.type === 'tool_use_summary') order.push(event.summary)
      if (event.type === 'assistant' && JSON.stringify(event).includes('Done.')) {
        order.push('answer')
        release()
      }
    })
    expect(order).toEqual(['answer', 'Late'])
    await close()
  })

  it.each([
    [
      'an error',
      { faults: [{ fault: { kind: 'error', status: 500 }, model: 'claude-haiku-5-5', times: 9 }] },
      'x',
      undefined,
    ],
    ['an empty answer', {}, { text: '' }, undefined],
    ['an answer that never comes', {}, () => new Promise<never>(() => {}), 50],
  ] as const)('are left out after %s', async (_, options, reply, timeout) => {
    const started = await start(
      [{ calls: [call('a')] }, 'Done.'],
      [reply as ScriptReply],
      options as SimulatorOptions,
    )
    const { engine, close } = await started.open({ summarize: summarizer(started, timeout) })
    const { events, result } = await run(engine, 'go')
    expect(result.text).toBe('Done.')
    expect(events.some(({ type }) => type === 'tool_use_summary')).toBe(false)
    await close()
  })
})

describe('summaries that always come', () => {
  it('are made by rules without a model, where it fails, and while it is busy', async () => {
    const started = await start(
      [{ calls: [call('a')] }, { calls: [call('b'), call('c')] }, 'Done.'],
      [{ text: '' }],
    )
    const { engine, close } = await started.open({ summarize: createSteadySummarizer(null) })
    const { events } = await run(engine, 'go')
    await close()
    expect(started.simulator.log.all()).toHaveLength(3)
    expect(events.flatMap(event => (event.type === 'tool_use_summary' ? [event.summary] : []))).toEqual([
      'Called Echo',
      'Called Echo 2 times',
    ])
    let release = (): void => {}
    const waits = createSteadySummarizer({
      provider: {
        name: 'slow',
        platform: 'anthropic',
        async *stream() {
          await new Promise<void>(resolve => {
            release = resolve
          })
        },
      },
    })
    const batch = engine.messages()
    const first = waits(batch, new AbortController().signal)
    expect(await waits(batch, new AbortController().signal)).toBe('Called Echo 3 times')
    release()
    expect(await first).toBe('Called Echo 3 times')
  })
})

describe('a person who comes back', () => {
  it('is told what happened since the last prompt, when they ask', async () => {
    const started = await start(
      [{ calls: [call('a')] }, 'All is well.', 'And on.'],
      ['You asked for a; it was echoed.'],
    )
    const { engine, close } = await started.open()
    expect(await engine.summarizeAway()).toBe(null)
    await run(engine, 'echo a')
    expect(await engine.summarizeAway()).toMatchObject({
      subtype: 'away_summary',
      content: 'You asked for a; it was echoed.',
    })
    await run(engine, 'go on')
    await close()
    const { simulator } = started
    expect((await readEntries(started)).filter(({ subtype }) => subtype === 'away_summary')).toHaveLength(1)
    expect(JSON.stringify(mainRequests(simulator))).not.toContain('it was echoed')
    expect(findBreaks(mainRequests(simulator))).toEqual([])
    expect(refusals(simulator)).toEqual([])
  })

  it('is told by rules where the small model does not answer, and once', async () => {
    const started = await start([{ calls: [call('a')] }, 'Yes.'], [{ text: ' ' }])
    const { engine, close } = await started.open()
    await run(engine, 'go')
    expect(await engine.summarizeAway()).toMatchObject({
      content: 'You asked: “go”. Called Echo. Last said: “Yes.”',
    })
    expect(await engine.summarizeAway()).toBe(null)
    await close()
  })

  it('costs no request where there is no small model', async () => {
    const started = await start(['Yes.'], [])
    const { engine, close } = await started.open({ smallModel: null })
    await run(engine, 'go')
    expect((await engine.summarizeAway())?.content).toContain('Last said: “Yes.”')
    expect(await engine.generateTitle()).toBe(null)
    await close()
    expect(started.simulator.log.all()).toHaveLength(1)
  })
})

describe('the title of a session', () => {
  it('is given by the small model and recorded', async () => {
    const started = await start(['Sure.'], ['"Fix the login test."'])
    const { engine, close } = await started.open()
    expect(await engine.generateTitle()).toBe(null)
    await run(engine, 'the login test fails')
    expect(await engine.generateTitle()).toBe('Fix the login test')
    await close()
    expect((await readEntries(started)).filter(({ type }) => type === 'ai-title')).toMatchObject([
      { aiTitle: 'Fix the login test' },
    ])
    expect(refusals(started.simulator)).toEqual([])
  })
})
