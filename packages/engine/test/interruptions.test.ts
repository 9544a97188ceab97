import { CANCEL_MESSAGE } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type AgentTool,
  createToolbox,
  type PermissionAnswer,
  type QueryEngine,
  type QueryEngineOptions,
} from '../src/index.ts'
import {
  createEngineKit,
  createTestTools,
  type EngineKit,
  readEntries,
  refusals,
  run,
  runQueued,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const call = (name: string, text: string): { name: string; input: { text: string } } => ({
  name,
  input: { text },
})

function asking(ask: () => Promise<PermissionAnswer>): QueryEngineOptions['permissions'] {
  return {
    mode: 'default',
    rules: { allow: [], deny: [], ask: [] },
    additionalDirectories: [],
    decide: () => ({ behavior: 'ask', reason: 'test', suggestions: [] }),
    ask,
  }
}

/** The same tool, which does not heed its signal. */
function makeDeaf(tool: AgentTool): AgentTool {
  return {
    ...tool,
    prepare: (input, context) => tool.prepare(input, { ...context, signal: new AbortController().signal }),
  }
}

/** Takes events until one fits, and no more. */
async function takeUntil(turn: ReturnType<QueryEngine['submit']>, type: string): Promise<void> {
  for (let step = await turn.next(); !step.done; step = await turn.next())
    if (step.value.type === type) return
}

const results = (engine: QueryEngine): readonly string[] =>
  engine
    .messages()
    .flatMap(message =>
      message.type === 'user' && Array.isArray(message.message.content)
        ? message.message.content.flatMap(block =>
            block.type === 'tool_result' ? [JSON.stringify(block.content)] : [],
          )
        : [],
    )

describe('a consumer who leaves', () => {
  const leave = {
    'by a break': async (engine: QueryEngine) => {
      for await (const event of engine.submit('go')) if (event.type === 'progress') break
    },
    'by a throw': async (engine: QueryEngine) => {
      const work = async (): Promise<void> => {
        for await (const event of engine.submit('go'))
          if (event.type === 'progress') throw new Error('the screen is gone')
      }
      await expect(work()).rejects.toThrow('the screen is gone')
    },
    'by return()': async (engine: QueryEngine) => {
      const turn = engine.submit('go')
      await takeUntil(turn, 'progress')
      await turn.return(undefined as never)
    },
  }

  it.each(Object.entries(leave))('%s interrupts the turn, and what is open is answered', async (_, away) => {
    kit = await createEngineKit([{ calls: [call('Slow', 'a'), call('Slow', 'b')] }, 'Back.'])
    const { engine, close } = await kit.open()
    await away(engine)
    expect(results(engine)).toHaveLength(2)
    expect(JSON.stringify(engine.messages())).toContain('[Request interrupted by user for tool use]')
    expect((await run(engine, 'and now?')).result.text).toBe('Back.')
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })
})

describe('a stop', () => {
  const calls = [call('Alone', 'a'), call('Alone', 'b'), call('Echo', 'c')]

  it('by a person who denies and interrupts runs nothing more, and the turn counts as interrupted', async () => {
    kit = await createEngineKit([{ calls }, 'Back.'])
    const log: string[] = []
    const { engine, close } = await kit.open({
      toolbox: createToolbox(createTestTools(log)),
      permissions: asking(async () => ({ behavior: 'deny', message: 'stop it', interrupt: true })),
    })
    const { result } = await run(engine, 'go')
    expect(result.end).toEqual({ reason: 'interrupted' })
    expect(log).toEqual([])
    expect(result.denials).toHaveLength(1)
    expect(results(engine)).toHaveLength(3)
    expect(results(engine)[0]).toContain('stop it')
    expect((await run(engine, 'and now?')).result.text).toBe('Back.')
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })

  it('by a hook runs nothing more, and every call is answered', async () => {
    kit = await createEngineKit([{ calls }, 'Back.'])
    const log: string[] = []
    const { engine, close } = await kit.open({
      toolbox: createToolbox(createTestTools(log)),
      hooks: { afterCall: async () => ({ messages: [], stop: 'that is enough' }) },
    })
    const { result } = await run(engine, 'go')
    expect(result.end).toEqual({ reason: 'stopped-by-hook', detail: 'that is enough' })
    expect(log).toEqual(['start a', 'end a'])
    expect(results(engine)).toHaveLength(3)
    expect(results(engine)[2]).toContain('that is enough')
    await close()
  })
})

describe('an interrupt', () => {
  it('frees a call that waits for a person', async () => {
    kit = await createEngineKit([{ calls: [call('Echo', 'a')] }, 'Back.'])
    const { engine, close } = await kit.open({
      permissions: asking(() => {
        setTimeout(() => engine.interrupt(), 10)
        return new Promise(() => {})
      }),
    })
    const { result } = await run(engine, 'go')
    expect(result.end).toEqual({ reason: 'interrupted' })
    // It had not begun: the seeds' words for that, not those for a call that was stopped.
    expect(results(engine)).toEqual([JSON.stringify(CANCEL_MESSAGE)])
    await close()
  })

  it('frees a call whose tool does not heed it', async () => {
    kit = await createEngineKit([{ calls: [call('Slow', 'a')] }, 'Back.'])
    const { engine, close } = await kit.open({ toolbox: createToolbox(createTestTools().map(makeDeaf)) })
    const { result } = await run(engine, 'go', event => {
      if (event.type === 'progress') engine.interrupt()
    })
    expect(result.end).toEqual({ reason: 'interrupted' })
    expect(results(engine)).toEqual([expect.stringContaining('interrupted')])
    await close()
  })

  it('by the signal of the submission counts before the turn has begun', async () => {
    kit = await createEngineKit(['Hello.', 'Back.'])
    const { engine, close } = await kit.open()
    const turn = engine.submit('go', { signal: AbortSignal.abort() })
    let step = await turn.next()
    while (!step.done) step = await turn.next()
    expect(step.value.end).toEqual({ reason: 'interrupted' })
    expect(kit.simulator.log.all()).toEqual([])
    expect(JSON.stringify(engine.messages())).toContain('"go"')
    await close()
  })

  it.each(['by its signal', 'by the engine'])('of a submission with a signal counts %s', async who => {
    kit = await createEngineKit([{ calls: [call('Slow', 'a')] }, 'Back.'])
    const { engine, close } = await kit.open()
    const controller = new AbortController()
    const turn = engine.submit('go', { signal: controller.signal })
    await takeUntil(turn, 'progress')
    if (who === 'by its signal') controller.abort()
    else engine.interrupt()
    let step = await turn.next()
    while (!step.done) step = await turn.next()
    expect(step.value.end).toEqual({ reason: 'interrupted' })
    await close()
  })

  it('while a turn ends counts for this turn, and leaves the next prompt in the queue', async () => {
    kit = await createEngineKit(['One.', 'Two.'])
    const { engine, close } = await kit.open({
      hooks: {
        onStop: async () => {
          engine.interrupt()
          return { messages: [], goOn: false, stop: null }
        },
      },
    })
    await engine.queue('second')
    const { result } = await run(engine, 'first')
    expect(result.end).toEqual({ reason: 'interrupted' })
    expect(engine.queued()).toMatchObject([{ prompt: 'second' }])
    await close()
  })

  it('that comes as a queued prompt is taken counts for its turn: it is stored, and the others wait on', async () => {
    kit = await createEngineKit(['One.', 'Two.'])
    const controller = new AbortController()
    const { engine, close } = await kit.open({
      recordEntry: async entry => {
        if (entry.type === 'queue-operation' && entry.operation === 'dequeue') controller.abort()
      },
    })
    await engine.queue('second')
    await engine.queue('third')
    await run(engine, 'first')
    const { result } = await runQueued(engine, { signal: controller.signal })
    expect(result.end).toEqual({ reason: 'interrupted' })
    expect(JSON.stringify(engine.messages())).toMatch(/first.*second.*interrupted by user/)
    expect(engine.queued()).toMatchObject([{ prompt: 'third' }])
    expect(kit.simulator.log.all()).toHaveLength(1)
    await close()
  })

  it('between two turns interrupts neither, and leaves what waits in the queue', async () => {
    kit = await createEngineKit(['One.', 'Two.'])
    const { engine, close } = await kit.open()
    await engine.queue('second')
    await run(engine, 'first')
    engine.interrupt()
    expect(engine.queued()).toMatchObject([{ prompt: 'second' }])
    expect(kit.simulator.log.all()).toHaveLength(1)
    expect((await runQueued(engine)).result.text).toBe('Two.')
    await close()
  })
})

describe('close', () => {
  it('does not wait for ever for a hook that does not come back, and answers what is open', async () => {
    kit = await createEngineKit([{ calls: [call('Echo', 'a')] }])
    const { engine, close } = await kit.open({
      hooks: {
        afterCall: () => new Promise(() => {}),
        onSessionEnd: async () => ({ messages: [createGoodbye()] }),
      },
    })
    const turn = engine.submit('go')
    await takeUntil(turn, 'progress')
    void turn.next()
    await close()
    expect(JSON.stringify(await readEntries(kit))).toMatch(/tool_use.*tool_result.*Goodbye\./)
  }, 30_000)

  it('waits for the turn that runs: its results, its interruption and the last words of hooks are stored', async () => {
    kit = await createEngineKit([{ calls: [call('Slow', 'a')] }])
    const { engine, close } = await kit.open({
      hooks: {
        onSessionStart: async () => ({ messages: [] }),
        onSessionEnd: async () => ({ messages: [createGoodbye()] }),
      },
    })
    let closed: Promise<void> | undefined
    const { result } = await run(engine, 'go', event => {
      if (event.type === 'progress') closed ??= close()
    })
    await closed
    expect(result.end).toEqual({ reason: 'interrupted' })
    const log = JSON.stringify(await readEntries(kit))
    expect(log).toMatch(/tool_result.*interrupted by user.*Goodbye\./)
  })

  it('stores them as well where nobody takes the rest of the turn', async () => {
    kit = await createEngineKit([{ calls: [call('Slow', 'a')] }])
    const { engine, close } = await kit.open({
      hooks: { onSessionEnd: async () => ({ messages: [createGoodbye()] }) },
    })
    await takeUntil(engine.submit('go'), 'progress')
    await close()
    const log = JSON.stringify(await readEntries(kit))
    expect(log).toMatch(/tool_result.*interrupted by user.*Goodbye\./)
  }, 20_000)
})

describe('changes while a turn runs', () => {
  it('count from the next prompt on', async () => {
    kit = await createEngineKit(['One.', 'Two.'])
    const { engine, close } = await kit.open()
    await engine.queue('second')
    await run(engine, 'first', event => {
      if (event.type !== 'assistant') return
      engine.setModel('claude-sonnet-5-5')
      engine.setToolbox(createToolbox(createTestTools().slice(0, 1)))
    })
    await runQueued(engine)
    const sent = kit.simulator.log.all().map(({ request }) => [request?.model, request?.tools?.length])
    expect(sent).toEqual([
      ['claude-opus-5-5', 4],
      ['claude-sonnet-5-5', 1],
    ])
    await close()
  })
})

describe('a call that fails', () => {
  it('leaves the results of its siblings in their order', async () => {
    kit = await createEngineKit([
      { calls: [call('Broken', 'a'), call('Echo', 'b'), call('Broken', 'c'), call('Alone', 'd')] },
      'Done.',
    ])
    const { engine, close } = await kit.open()
    await run(engine, 'go')
    expect(results(engine).join(' ')).toMatch(/broken: a.*echo: b.*broken: c.*alone: d/)
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })

  it('where it is a command, lets no call start behind it that is not harmless', async () => {
    kit = await createEngineKit([
      { calls: [call('Command', 'make folder'), call('Alone', 'fill folder'), call('Echo', 'look')] },
      'Done.',
    ])
    const log: string[] = []
    const tools = createTestTools(log)
    const broken = tools.find(({ name }) => name === 'Broken') as AgentTool
    const command: AgentTool = {
      ...broken,
      name: 'Command',
      async prepare(input, context) {
        const prepared = await broken.prepare(input, context)
        if ('problem' in prepared) return prepared
        return {
          ...prepared,
          isConcurrencySafe: false,
          access: { kind: 'command', command: 'make folder', cwd: '/' },
        }
      },
    }
    const { engine, close } = await kit.open({ toolbox: createToolbox([...tools, command]) })
    await run(engine, 'go')
    expect(log).toEqual(['start make folder', 'start look', 'end look'])
    expect(results(engine).join(' ')).toMatch(/broken.*Cancelled.*echo: look/)
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })
})

function createGoodbye(): Parameters<QueryEngine['tell']>[0][number] {
  return {
    type: 'system',
    subtype: 'informational',
    uuid: '22222222-2222-4222-8222-222222222222',
    timestamp: new Date(0).toISOString(),
    content: 'Goodbye.',
    level: 'info',
    isMeta: false,
  } as Parameters<QueryEngine['tell']>[0][number]
}
