import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTool } from '@antiphon/engine'
import { type AgentOptions, createAgent, ProgramError } from '@antiphon/host'
import { createScriptModel, type Simulator, startSimulator } from '@antiphon/simulator'
import { createMemoryStore, toProjectKey } from '@antiphon/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

describe('an agent in a program of somebody else', () => {
  let home: string
  let simulator: Simulator

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'antiphon-agent-'))
  })

  afterEach(async () => {
    await simulator.close()
    rmSync(home, { recursive: true })
  })

  async function script(...replies: Parameters<typeof createScriptModel>[0]): Promise<AgentOptions> {
    simulator = await startSimulator({ model: createScriptModel(replies) })
    return {
      cwd: home,
      env: { HOME: home, ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'any' },
      model: 'claude-opus-5-5',
      builtInTools: [],
    }
  }

  const lookUp = createTool({
    name: 'LookUp',
    description: 'Looks a word up.',
    schema: z.object({ word: z.string() }),
    run({ word }) {
      if (word === 'nothing') throw new Error('There is no such word.')
      return { word, means: 'a song in turns' }
    },
  })

  function sentMessages(): readonly { readonly content: unknown }[] {
    return simulator.log.all().at(-1)?.request?.messages ?? []
  }

  function sentResults(): readonly unknown[] {
    return sentMessages()
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content, is_error }) => [content, is_error ?? false])
  }

  it('calls its tools, asks for permission, and tells the model of what failed', async () => {
    const options = await script(
      { calls: [{ name: 'LookUp', input: { word: 'antiphon' } }] },
      { calls: [{ name: 'LookUp', input: { word: 'nothing' } }] },
      { calls: [{ name: 'LookUp', input: { word: 7 } }] },
      { calls: [{ name: 'LookUp', input: { word: 'secret' } }] },
      'Done.',
    )
    const asked: unknown[] = []
    const agent = await createAgent({
      ...options,
      store: createMemoryStore(),
      tools: [lookUp],
      permissions: {
        async ask({ toolName, input }) {
          asked.push([toolName, input])
          return input.word === 'secret'
            ? { behavior: 'deny', message: 'That one is secret.' }
            : { behavior: 'allow' }
        },
      },
    })
    const result = await agent.ask('Look up some words.')
    await agent.close()
    expect({ text: result.text, denials: result.denials.length }).toEqual({ text: 'Done.', denials: 1 })
    expect(asked).toEqual([
      ['LookUp', { word: 'antiphon' }],
      ['LookUp', { word: 'nothing' }],
      ['LookUp', { word: 'secret' }],
    ])
    expect(sentResults()).toEqual([
      ['{"word":"antiphon","means":"a song in turns"}', false],
      ['There is no such word.', true],
      [expect.stringContaining('LookUp cannot be called like this:\n- word:'), true],
      [expect.stringContaining('That one is secret.'), true],
    ])
  })

  it('goes on with a session of a store that has no files, and says where there is none', async () => {
    const options = { ...(await script('Hello.', 'Hello again.')), store: createMemoryStore() }
    const agent = await createAgent(options)
    await agent.ask('Hi.')
    await agent.close()
    const again = await createAgent({ ...options, resume: agent.sessionId })
    expect((await again.ask('And now?')).text).toBe('Hello again.')
    await again.close()
    expect(JSON.stringify(sentMessages())).toMatch(/Hi\..*Hello\..*And now\?/)
    await expect(createAgent({ ...options, resume: '11111111-1111-4111-8111-111111111111' })).rejects.toThrow(
      ProgramError,
    )
  })

  it('keeps its log where every session is kept, unless it is told another place', async () => {
    const agent = await createAgent(await script('Hello.'))
    await agent.ask('Hi.')
    await agent.close()
    const path = join(home, '.antiphon', 'projects', toProjectKey(home), `${agent.sessionId}.jsonl`)
    expect(readFileSync(path, 'utf8')).toContain('"Hello."')
  })

  it('ends a turn when it is told to, and every call is answered', async () => {
    const stop = new AbortController()
    const waits = createTool({
      name: 'Wait',
      description: 'Waits.',
      schema: z.object({}),
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('interrupted')))
          stop.abort()
        }),
    })
    const options = await script({ calls: [{ name: 'Wait', input: {} }] }, 'Never said.')
    const store = createMemoryStore()
    const agent = await createAgent({
      ...options,
      ...{ store, tools: [waits], signal: stop.signal },
      permissions: { allow: ['Wait'] },
    })
    const result = await agent.ask('Wait.')
    expect(result.end.reason).toMatch(/abort|interrupt/)
    const last = agent.engine.messages().findLast(({ type }) => type === 'user')
    expect(JSON.stringify(last)).toContain('interrupted')
    await agent.close()
  })
})
