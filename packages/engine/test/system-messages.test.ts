import type { Message } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTaskTool } from '../src/built-in-tools/session/task-tool.ts'
import { type AgentTool, createToolbox, defineTool, type QueryEngineOptions } from '../src/index.ts'
import {
  createCommandInputMessages,
  createCommandOutput,
  createShellOutput,
} from '../src/session/command-messages.ts'
import {
  createEngineKit,
  createTestTools,
  type EngineKit,
  findBreaks,
  readEntries,
  refusals,
  run,
  stored,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

async function start(...given: Parameters<typeof createEngineKit>): Promise<EngineKit> {
  kit = await createEngineKit(...given)
  return kit
}

function ofSubtype(messages: readonly Message[], subtype: string): readonly Message[] {
  return messages.filter(message => message.type === 'system' && message.subtype === subtype)
}

/** A command that ran here, as the log has it. */
function localCommand(input: string, output: string): readonly Message[] {
  const printed = input.startsWith('/')
    ? createCommandOutput(output)
    : createShellOutput({ stdout: output, stderr: '' })
  return [...createCommandInputMessages(input), printed]
}

/** Each is yielded, is in the log, and no request was refused or broke the prefix. */
async function expectRecorded(started: EngineKit, subtype: string, count: number): Promise<void> {
  expect((await readEntries(started)).filter(entry => entry.subtype === subtype)).toHaveLength(count)
  expect(refusals(started.simulator)).toEqual([])
  expect(
    findBreaks(
      started.simulator.log.all().filter(({ request }) => !JSON.stringify(request).includes('subagent')),
    ),
  ).toEqual([])
}

const call = (
  name: string,
  input: Record<string, string>,
): { name: string; input: Record<string, string> } => ({ name, input })

/** Writes nothing; it only has the name and the input of the tool that does. */
const writeTool: AgentTool = defineTool({
  name: 'Write',
  description: 'Writes.',
  schema: z.object({ file_path: z.string(), content: z.string() }),
  prepare: input => ({
    input,
    access: { kind: 'write', paths: [input.file_path] },
    isReadOnly: false,
    isConcurrencySafe: false,
    title: `Write ${input.file_path}`,
    // biome-ignore lint/correctness/useYield: it has no progress
    run: async function* () {
      return { content: input.content === '' ? 'disk full' : 'written', isError: input.content === '' }
    },
  }),
})

const ASK: QueryEngineOptions['permissions'] = {
  mode: 'default',
  rules: { allow: [], deny: [], ask: [] },
  additionalDirectories: [],
  decide: () => ({ behavior: 'ask', reason: 'test', suggestions: [] }),
  ask: null,
}

describe('after a turn', () => {
  it('the log tells how fast the API was', async () => {
    const started = await start([
      { text: 'ten tokens or so', pace: 1 },
      { calls: [call('Echo', { text: 'a' })] },
      'Done.',
    ])
    let clock = 1_000
    const { engine, close } = await started.open({ now: () => (clock += 10) })
    const first = await run(engine, 'go')
    const [metrics] = ofSubtype(stored(first.events), 'api_metrics')
    expect(metrics).toMatchObject({ ttftMs: 10, turnDurationMs: first.result.durationMs })
    expect(metrics).not.toHaveProperty('isP50')
    expect((metrics as { otps?: number }).otps).toBeGreaterThan(0)
    const second = await run(engine, 'again')
    expect(ofSubtype(stored(second.events), 'api_metrics')).toMatchObject([{ isP50: true }])
    await close()
    await expectRecorded(started, 'api_metrics', 2)
  })

  it('says nothing of the API where it gave no answer', async () => {
    const { open } = await start([], { apiKey: 'another' })
    const { engine, close } = await open()
    expect(ofSubtype(stored((await run(engine, 'go')).events), 'api_metrics')).toEqual([])
    await close()
  })
})

describe('a call that was refused', () => {
  it('is told to be allowed once a person allows it', async () => {
    const echo = call('Echo', { text: 'secret' })
    const started = await start([
      { calls: [echo] },
      'Understood.',
      { calls: [echo] },
      { calls: [echo] },
      'Thanks.',
    ])
    let isAllowed = false
    const { engine, close } = await started.open({
      permissions: { ...ASK, ask: async () => (isAllowed ? { behavior: 'allow' } : { behavior: 'deny' }) },
    })
    expect(ofSubtype(stored((await run(engine, 'go')).events), 'permission_retry')).toEqual([])
    isAllowed = true
    expect(ofSubtype(stored((await run(engine, 'now you may')).events), 'permission_retry')).toMatchObject([
      { commands: ['Echo secret'], content: 'Allowed Echo secret' },
    ])
    await close()
    await expectRecorded(started, 'permission_retry', 1)
  })

  it('is not confused with another call', async () => {
    const started = await start([
      { calls: [call('Echo', { text: 'secret' })] },
      { calls: [call('Echo', { text: 'public' })] },
      'Done.',
    ])
    const { engine, close } = await started.open({
      permissions: {
        ...ASK,
        ask: async ({ input }) => ({ behavior: input.text === 'public' ? 'allow' : 'deny' }),
      },
    })
    await run(engine, 'go')
    await close()
    await expectRecorded(started, 'permission_retry', 0)
  })
})

describe('a memory file', () => {
  it('is told to be saved when a write of it succeeded', async () => {
    const started = await start([
      { calls: [call('Write', { file_path: '/p/CLAUDE.md', content: 'Use tabs.' })] },
      { calls: [call('Write', { file_path: '/p/AGENTS.md', content: '' })] },
      { calls: [call('Write', { file_path: '/p/src/a.ts', content: 'x' })] },
      { calls: [call('Write', { file_path: '/p/.claude/rules/style.md', content: 'x' })] },
      'Saved.',
    ])
    const { engine, close } = await started.open({ toolbox: createToolbox([writeTool]) })
    const { events } = await run(engine, 'remember tabs')
    expect(ofSubtype(stored(events), 'memory_saved')).toMatchObject([
      { writtenPaths: ['/p/CLAUDE.md'] },
      { writtenPaths: ['/p/.claude/rules/style.md'] },
    ])
    await close()
    await expectRecorded(started, 'memory_saved', 2)
  })
})

describe('subagents', () => {
  it('are named when an interruption ends them', async () => {
    const started = await start([
      { calls: [call('Task', { description: 'wait', prompt: 'wait for me' })] },
      { calls: [call('Slow', { text: 'a' })] },
      'Back.',
    ])
    const { engine, close } = await started.open({
      toolbox: createToolbox([...createTestTools(), createTaskTool()]),
    })
    const { events, result } = await run(engine, 'go', event => {
      if (event.type === 'progress' && JSON.stringify(event).includes('"Slow"')) engine.interrupt()
    })
    expect(result.end).toEqual({ reason: 'interrupted' })
    const [killed] = ofSubtype(stored(events), 'agents_killed')
    expect(killed).toMatchObject({ agentIds: [expect.stringMatching(/^[0-9a-f]{8}$/)] })
    expect((await run(engine, 'and now?')).result.text).toBe('Back.')
    await close()
    await expectRecorded(started, 'agents_killed', 1)
  })

  it('are not named when they end by themselves', async () => {
    const started = await start([
      { calls: [call('Task', { description: 'say', prompt: 'say hello' })] },
      'Hello.',
      'It said hello.',
    ])
    const { engine, close } = await started.open({
      toolbox: createToolbox([...createTestTools(), createTaskTool()]),
    })
    await run(engine, 'go')
    await close()
    await expectRecorded(started, 'agents_killed', 0)
  })
})

describe('a local command', () => {
  it('is stored with its output and a caveat, and read by the model on the next turn', async () => {
    const reminders = [
      {
        type: 'user',
        isMeta: true,
        uuid: 'r',
        timestamp: '',
        message: { role: 'user', content: 'Project: tabs.' },
      },
    ] as const
    const started = await start(['One.', 'Two.', 'Three.'])
    const first = await started.open({ reminders })
    await first.engine.tell(localCommand('/model opus', 'Set the model to opus'))
    await run(first.engine, 'first')
    await first.engine.tell(localCommand('!ls', 'a.ts\nb.ts'))
    await run(first.engine, 'second')
    await first.close()
    const second = await started.open({ reminders })
    await run(second.engine, 'third')
    await second.close()
    const [one, two] = started.simulator.log.all().map(({ request }) => JSON.stringify(request?.messages))
    expect(one).toContain(
      '<command-name>/model</command-name>\\n<command-message>model</command-message>\\n<command-args>opus</command-args>',
    )
    expect(one).toContain('<local-command-stdout>Set the model to opus</local-command-stdout>')
    expect(one).toContain('<local-command-caveat>')
    expect(one).toContain('Project: tabs.')
    expect(two).toContain('<bash-input>ls</bash-input>')
    expect(two).toContain('<bash-stdout>a.ts\\nb.ts</bash-stdout>')
    await expectRecorded(started, 'local_command', 2)
  })

  it('waits for the end of the exchange where a turn runs', async () => {
    const started = await start([{ calls: [call('Echo', { text: 'a' })] }, 'Done.', 'Two.'])
    const { engine, close } = await started.open()
    let isTold = false
    await run(engine, 'go', event => {
      if (event.type !== 'progress' || isTold) return
      isTold = true
      void engine.tell(localCommand('/cost', 'one cent'))
    })
    await run(engine, 'again')
    expect(JSON.stringify(started.simulator.log.all()[1]?.request)).toContain('one cent')
    await close()
    await expectRecorded(started, 'local_command', 1)
  })
})
