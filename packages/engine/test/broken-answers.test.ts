import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type AgentTool, createToolbox, ProviderError } from '../src/index.ts'
import { createEngineKit, createTestTools, type EngineKit, MODEL, run, stored } from './engine-kit.ts'
import { block, createScriptedProvider, type StreamScript, start, stop, text, toolUse } from './stream-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

/** The same tool, which takes its time to look at an input. */
function lookSlowly(tool: AgentTool, milliseconds: number): AgentTool {
  return {
    ...tool,
    async prepare(input, context) {
      await sleep(milliseconds)
      return tool.prepare(input, context)
    },
  }
}

const OVERLOADED = new ProviderError('overloaded', 'too many')
const DONE: StreamScript = [start('msg_9'), ...text('Done.'), ...stop('end_turn')]

describe('an answer that is taken back', () => {
  it('runs none of the calls that were still being looked at, and those of the next one once', async () => {
    kit = await createEngineKit([])
    const log: string[] = []
    const tools = createTestTools(log).map(tool => lookSlowly(tool, 30))
    const provider = createScriptedProvider([
      [start('msg_1'), ...toolUse('toolu_1', 'Alone', 'pay'), OVERLOADED],
      [start('msg_2'), ...toolUse('toolu_2', 'Alone', 'pay'), ...stop('tool_use')],
      DONE,
    ])
    const { engine, close } = await kit.open({ provider, toolbox: createToolbox(tools) })
    const { events, result } = await run(engine, 'go')
    await sleep(60)
    expect(result.text).toBe('Done.')
    expect(log).toEqual(['start pay', 'end pay'])
    expect(events.filter(({ type }) => type === 'tombstone')).toHaveLength(1)
    expect(JSON.stringify(engine.messages())).not.toContain('toolu_1')
    await close()
  })
})

describe('a call whose input is no JSON', () => {
  const call = block({ type: 'tool_use', id: 'toolu_bad', name: 'Echo', input: {} }, '{"text": oops')

  it('is told to the model, which makes it again', async () => {
    kit = await createEngineKit([])
    const provider = createScriptedProvider([
      [start('msg_1'), ...call, ...stop('tool_use')],
      [start('msg_2'), ...toolUse('toolu_2', 'Echo', 'well'), ...stop('tool_use')],
      DONE,
    ])
    const { engine, close } = await kit.open({ provider })
    expect((await run(engine, 'go')).result.text).toBe('Done.')
    expect(provider.requests()[1]).toMatch(/call of Echo.*not run/)
    expect(provider.requests()[2]).toContain('echo: well')
    await close()
  })

  it('is told behind the results of the calls beside it', async () => {
    kit = await createEngineKit([])
    const provider = createScriptedProvider([
      [start('msg_1'), ...toolUse('toolu_1', 'Echo', 'good'), ...call, ...stop('tool_use')],
      DONE,
    ])
    const { engine, close } = await kit.open({ provider })
    expect((await run(engine, 'go')).result.text).toBe('Done.')
    expect(provider.requests()[1]).toMatch(/echo: good.*call of Echo.*not run/)
    await close()
  })

  it('ends the turn in the end where the model learns nothing', async () => {
    kit = await createEngineKit([])
    const provider = createScriptedProvider(
      Array.from({ length: 20 }, (_, n) => [start(`msg_${n}`), ...call, ...stop('tool_use')]),
    )
    const { engine, close } = await kit.open({ provider })
    await run(engine, 'go')
    expect(provider.requests().length).toBeLessThan(10)
    await close()
  })
})

describe('the fallback model', () => {
  const OTHER = 'claude-sonnet-5-5'
  const call = (words: string): { calls: readonly { name: string; input: { text: string } }[] } => ({
    calls: [{ name: 'Echo', input: { text: words } }],
  })

  it('is kept for the turn, and the next turn begins with the first model again', async () => {
    kit = await createEngineKit([call('a'), call('b'), 'Done.', 'Again.'], {
      faults: [{ fault: { kind: 'error', status: 529 }, model: MODEL, times: 3 }],
    })
    const { engine, close } = await kit.open({ fallbackModel: OTHER })
    expect((await run(engine, 'go')).result.text).toBe('Done.')
    expect((await run(engine, 'once more')).result.text).toBe('Again.')
    const models = kit.simulator.log.all().map(({ request }) => request?.model)
    expect(models).toEqual([MODEL, MODEL, MODEL, OTHER, OTHER, OTHER, MODEL])
    await close()
  })

  it.each([
    [{ kind: 'error', status: 529 }, /is overloaded/],
    [{ kind: 'error', status: 500 }, /answers with errors/],
    [{ kind: 'cut-stream', afterBytes: 10 }, /cannot be reached/],
    [{ kind: 'error', status: 429 }, /takes no more requests/],
  ] as const)('is announced with what was wrong: %o', async (fault, words) => {
    kit = await createEngineKit(['Done.'], { faults: [{ fault, model: MODEL, times: 100 }] })
    const { engine, close } = await kit.open({ fallbackModel: OTHER })
    const { events } = await run(engine, 'go')
    const warning = stored(events).find(message => message.type === 'system' && message.level === 'warning')
    expect(JSON.stringify(warning)).toMatch(words)
    await close()
  })
})

describe('what sends a model on for ever', () => {
  it('a model that only pauses comes to an end', async () => {
    kit = await createEngineKit([])
    const provider = createScriptedProvider(
      Array.from({ length: 40 }, (_, n) => [start(`msg_${n}`), ...text('Hm.'), ...stop('pause_turn')]),
    )
    const { engine, close } = await kit.open({ provider })
    expect((await run(engine, 'go')).result.end).toEqual({ reason: 'completed', stopReason: 'pause_turn' })
    expect(provider.requests().length).toBeLessThan(20)
    await close()
  })

  it('a hook that never lets go is overruled, and the log says so', async () => {
    kit = await createEngineKit(Array.from({ length: 40 }, () => 'Hm.'))
    const { engine, close } = await kit.open({
      hooks: { onStop: async () => ({ messages: [], goOn: true, stop: null }) },
    })
    const { events, result } = await run(engine, 'go')
    expect(result.end.reason).toBe('completed')
    expect(kit.simulator.log.all().length).toBeLessThan(20)
    expect(JSON.stringify(stored(events))).toContain('times in a row')
    await close()
  })
})
