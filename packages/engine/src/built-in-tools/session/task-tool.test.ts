import { afterEach, describe, expect, it } from 'vitest'
import type { AgentRunner, AgentTask } from '../../tool/session-services.ts'
import { createTaskTool } from './task-tool.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'

afterEach(closeHarnesses)

describe('Task', () => {
  const types = [
    { name: 'general-purpose', description: 'anything' },
    { name: 'Explore', description: 'searching' },
  ]
  const input = { description: 'look', prompt: 'Look around.', subagent_type: 'Explore' }

  function runnerOf(run: AgentRunner['run']): AgentRunner {
    return { types, run }
  }

  it('hands the task over and passes progress and outcome on', async () => {
    const tasks: AgentTask[] = []
    const harness = await harnessWith({
      agents: runnerOf(async function* (task) {
        tasks.push(task)
        yield { data: { type: 'agent_progress' } }
        return { content: 'report', data: { status: 'completed' } }
      }),
    })
    const { outcome, progress } = await harness.run(createTaskTool(types), { ...input, model: 'haiku' })
    expect(outcome).toEqual({ content: 'report', data: { status: 'completed' } })
    expect(progress).toEqual([{ type: 'agent_progress' }])
    expect(tasks).toEqual([
      {
        toolUseId: 'toolu_test',
        type: 'Explore',
        description: 'look',
        prompt: 'Look around.',
        model: 'haiku',
        signal: harness.context.signal,
      },
    ])
  })

  it('says whether the agent outlives its call only where the call does', async () => {
    const tasks: AgentTask[] = []
    const harness = await harnessWith({
      // biome-ignore lint/correctness/useYield: it has nothing to report
      agents: runnerOf(async function* (task) {
        tasks.push(task)
        return { content: 'report' }
      }),
    })
    for (const more of [{}, { run_in_background: true }, { run_in_background: false }])
      await harness.run(createTaskTool(types), { ...input, ...more })
    expect(tasks.map(({ isBackground }) => isBackground)).toEqual([undefined, true, false])
  })

  it('may run beside others, and rules name it by its type', async () => {
    const harness = await harnessWith({ agents: runnerOf(never) })
    const call = await harness.prepare(createTaskTool(), { ...input, subagent_type: undefined })
    expect(call).toMatchObject({
      isConcurrencySafe: true,
      access: { kind: 'tool', detail: 'general-purpose' },
    })
  })

  it('names the types that there are when it is asked for another', async () => {
    const harness = await harnessWith({ agents: runnerOf(never) })
    const { text, outcome } = await harness.run(createTaskTool(), { ...input, subagent_type: 'wizard' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('general-purpose, Explore')
  })

  it('describes the types to the model', () => {
    expect(createTaskTool(types).description).toContain('- Explore: searching')
    expect(createTaskTool().description).not.toContain('Kinds of agents')
  })

  it('turns a crash into an outcome', async () => {
    const harness = await harnessWith({ agents: runnerOf(never) })
    const { text, outcome } = await harness.run(createTaskTool(), input)
    expect([text, outcome.isError]).toEqual(['The agent failed: never', true])
  })

  it('says so where no agent can be started', async () => {
    const harness = await harnessWith()
    expect((await harness.run(createTaskTool(), input)).text).toContain('yourself')
  })

  // biome-ignore lint/correctness/useYield: it fails before it could
  async function* never(): ReturnType<AgentRunner['run']> {
    throw new Error('never')
  }
})
