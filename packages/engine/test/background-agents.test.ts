import type { ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import type { QueryEngineOptions } from '../src/index.ts'
import {
  after,
  BACKGROUND,
  callAfter,
  closeKit,
  createGate,
  currentKit,
  echo,
  expectFields,
  failingForAgents,
  type Heard,
  killedAgents,
  kinds,
  lastRequest,
  open,
  outline,
  queueOperations,
  readRecording,
  sidechainTypes,
  speak,
  submitQueued,
  TASK,
  task,
} from './agents-kit.ts'
import { refusals, stored } from './engine-kit.ts'

afterEach(closeKit)

describe('an agent in the background', () => {
  it('tells of itself what the recorded one tells, and its report starts a turn', async () => {
    const mainEnded = createGate()
    const session = await open(
      {
        main: [task(), 'I wait.', 'Done.'],
        agent: [echo('a'), after(mainEnded, 'There are files.')],
      },
      { agentsInBackground: true, agentOutputFile: agentId => `/logs/agent-${agentId}.jsonl` },
    )
    const { events, result } = await speak(session, 'go')
    expect(result.text).toBe('I wait.')
    expect(session.engine.tasks()).toMatchObject([{ toolUseId: 'toolu_s1', isBackground: true }])
    const { taskId } = session.engine.tasks()[0] ?? { taskId: '' }
    const outputFile = `/logs/agent-${taskId}.jsonl`
    const [launched] = stored(events).filter(event => event.type === 'user' && event.toolUseResult)
    expect(launched).toMatchObject({
      toolUseResult: {
        isAsync: true,
        status: 'async_launched',
        agentId: taskId,
        description: 'look',
        prompt: 'list files please',
        resolvedModel: 'claude-opus-5-5',
        outputFile,
        canReadOutputFile: true,
      },
    })
    mainEnded.open()
    expect(await submitQueued(session.engine)).toBe('Done.')
    expect(await session.engine.whenQueued()).toBe(false)
    expect(session.engine.tasks()).toEqual([])
    await session.close()
    expect(lastRequest()).toContain(`<task-id>${taskId}</task-id>`)
    expect(lastRequest()).toContain(`<output-file>${outputFile}</output-file>`)
    expect(lastRequest()).toContain('<result>There are files.</result>')
    expect(kinds(session.tasks).filter(kind => kind !== 'message')).toEqual([
      'running',
      'started',
      'progress',
      'updated',
      'ended',
      'running',
    ])
    expect(session.tasks.at(-2)).toMatchObject({
      status: 'completed',
      summary: 'There are files.',
      outputFile,
    })
    const recorded = readRecording('claude-2.1.325-subagent.jsonl')
    const ofAgent = (line: string): boolean => /task|of the agent/.test(line)
    expect(session.wire.map(outline).filter(ofAgent)).toEqual(recorded.map(outline).filter(ofAgent))
    expectFields(session.wire, recorded)
    expect(await sidechainTypes()).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(refusals(currentKit().simulator)).toEqual([])
  })

  it('reports between two rounds of calls where the turn still runs, past the hook for prompts', async () => {
    const reported = createGate()
    const prompts: string[] = []
    const session = await open(
      {
        main: [task(BACKGROUND), callAfter(reported, 'b'), 'Done.'],
        agent: ['Look at @engine-kit.ts.'],
      },
      {
        hooks: {
          onPrompt: async prompt => {
            prompts.push(prompt)
            return { messages: [], refusal: null }
          },
        },
      },
    )
    const turn = speak(session, 'go')
    await expect.poll(() => session.engine.queued().length, { timeout: 10_000 }).toBe(1)
    reported.open()
    const { events, result } = await turn
    await session.close()
    expect(result.text).toBe('Done.')
    expect(prompts).toEqual(['go'])
    expect(stored(events).filter(({ type }) => type === 'attachment')).toMatchObject([
      {
        attachment: {
          type: 'queued_command',
          commandMode: 'task-notification',
          origin: { kind: 'task-notification' },
        },
      },
    ])
    expect(lastRequest()).toContain('A background task reported this')
    expect(await queueOperations()).toEqual(['enqueue', 'remove'])
    expect(refusals(currentKit().simulator)).toEqual([])
  })

  it('is waited for in the call where the call says so', async () => {
    const session = await open(
      { main: [task({ run_in_background: false }), 'Done.'], agent: ['Files.'] },
      { agentsInBackground: true },
    )
    await speak(session, 'go')
    await session.close()
    expect(kinds(session.tasks)).toEqual(['started', 'ended'])
    expect(lastRequest()).toContain('Files.')
  })

  it('asks for permission under its own name after its turn ended', async () => {
    const mainEnded = createGate()
    const asked: unknown[] = []
    const session = await open(
      {
        main: [task(BACKGROUND), 'I wait.', 'Done.'],
        agent: [callAfter(mainEnded, 'secret'), 'It was refused.'],
      },
      {
        permissions: {
          mode: 'default',
          rules: { allow: [], deny: [], ask: [] },
          additionalDirectories: [],
          decide: ({ toolName }) =>
            toolName === 'Echo'
              ? { behavior: 'ask', reason: 'test', suggestions: [] }
              : { behavior: 'allow', reason: 'test' },
          ask: async question => {
            asked.push(question.agentId)
            return { behavior: 'deny', message: 'no' }
          },
        } as QueryEngineOptions['permissions'],
      },
    )
    await speak(session, 'go')
    const ids = session.engine.tasks().map(({ taskId }) => taskId)
    mainEnded.open()
    expect(await submitQueued(session.engine)).toBe('Done.')
    await session.close()
    expect(asked).toEqual(ids)
  })

  it('reports that it failed', async () => {
    const session = await open({ main: [task(BACKGROUND), 'I wait.', 'Sorry.'], agent: [] }, failingForAgents)
    const { result } = await speak(session, 'go')
    if (result.text === 'I wait.') expect(await submitQueued(session.engine)).toBe('Sorry.')
    await session.close()
    expect(session.tasks.find(({ kind }) => kind === 'updated')).toMatchObject({ status: 'failed' })
    expect(lastRequest()).toContain('<status>failed</status>')
    expect(lastRequest()).toContain('no key')
  })

  it('reports after a crash what it had said before', async () => {
    const mainEnded = createGate()
    const session = await open({
      main: [task(BACKGROUND), 'I wait.', 'Done.'],
      agent: [after(mainEnded, 'Files.')],
    })
    await speak(session, 'go')
    mainEnded.open()
    expect(await session.engine.whenQueued()).toBe(true)
    const queuedPrompts = session.engine.queued().map(({ origin: _, ...queued }) => queued)
    await session.close()
    const next = await open({ main: [], agent: [] }, { queuedPrompts })
    expect(await submitQueued(next.engine)).toBe('Done.')
    await next.close()
    expect(lastRequest()).toContain('<result>Files.</result>')
    expect(lastRequest()).not.toContain('ended before it was done')
  })
})

describe('an agent that is ended', () => {
  const slow: ScriptReply = { calls: [{ name: 'Slow', input: { text: 'x' } }] }
  const isWaiting = async (session: Heard): Promise<void> => {
    await expect.poll(() => kinds(session.tasks), { timeout: 10_000 }).toContain('progress')
  }

  it('by an interruption is named, brings no report, and the model hears of it', async () => {
    const session = await open({ main: [task(BACKGROUND), 'I wait.', 'I see.'], agent: [slow] })
    await speak(session, 'go')
    await isWaiting(session)
    const [running] = session.engine.tasks()
    session.engine.interrupt()
    expect(session.engine.tasks()).toEqual([])
    expect(await session.engine.whenQueued()).toBe(false)
    expect((await speak(session, 'and?')).result.text).toBe('I see.')
    await session.close()
    expect(lastRequest()).toContain(`${running?.taskId} (local_agent): ended before it was done`)
    expect(lastRequest()).not.toContain('<task-notification>')
    expect(session.tasks.slice(-2)).toMatchObject([
      { kind: 'updated', status: 'killed' },
      { kind: 'ended', status: 'stopped' },
    ])
    expect(await killedAgents()).toEqual([[running?.taskId]])
    expect(refusals(currentKit().simulator)).toEqual([])
  })

  it('by its name leaves the others running', async () => {
    const gate = createGate()
    const two: ScriptReply = {
      calls: [
        { id: 'toolu_s1', name: 'Task', input: { ...TASK, ...BACKGROUND } },
        { id: 'toolu_s3', name: 'Task', input: { ...TASK, ...BACKGROUND } },
      ],
    }
    const session = await open({
      main: [two, 'I wait.', 'Done.'],
      agent: [after(gate, 'One.'), after(gate, 'Two.')],
    })
    await speak(session, 'go')
    const [first, second] = session.engine.tasks().map(({ taskId }) => taskId)
    expect(await session.engine.stopTask(first ?? '')).toBe(true)
    expect(await session.engine.stopTask(first ?? '')).toBe(false)
    gate.open()
    expect(await submitQueued(session.engine)).toBe('Done.')
    await session.close()
    expect(lastRequest()).toContain(`<task-id>${second}</task-id>`)
    expect(await killedAgents()).toEqual([[first]])
  })

  it('by the end of the session is named in its log, and the next session does not count on it', async () => {
    const session = await open({ main: [task(BACKGROUND), 'I wait.', 'I see.'], agent: [slow] })
    await speak(session, 'go')
    await isWaiting(session)
    const [running] = session.engine.tasks()
    await session.close()
    expect(session.tasks.at(-1)).toMatchObject({ kind: 'ended', status: 'stopped' })
    expect(await killedAgents()).toEqual([[running?.taskId]])
    const next = await open({ main: [], agent: [] })
    await speak(next, 'and?')
    await next.close()
    expect(lastRequest().split('ended before it was done')).toHaveLength(2)
    expect(refusals(currentKit().simulator)).toEqual([])
  })

  it('by a crash is not taken for running by the session that goes on', async () => {
    const gate = createGate()
    const session = await open({
      main: [task(BACKGROUND), 'I wait.', 'I see.', 'Still.'],
      agent: [after(gate, 'Late.')],
    })
    await speak(session, 'go')
    await session.recorder.flush()
    const next = await open({ main: [], agent: [] })
    expect(next.engine.tasks()).toEqual([])
    expect((await speak(next, 'and?')).result.text).toBe('I see.')
    expect(lastRequest()).toContain('ended before it was done')
    await next.close()
    const third = await open({ main: [], agent: [] })
    expect((await speak(third, 'and now?')).result.text).toBe('Still.')
    expect(lastRequest().split('ended before it was done')).toHaveLength(2)
    await third.close()
    gate.open()
    // Its log belongs to another now.
    await session.engine.close().catch(() => undefined)
    expect(refusals(currentKit().simulator)).toEqual([])
  })
})
