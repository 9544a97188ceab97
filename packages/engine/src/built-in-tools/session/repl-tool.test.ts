import { createToolResultMessage, type Message } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import type { CallTool } from '../../tool/tool-context.ts'
import { createReplTool } from './repl-tool.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'

afterEach(closeHarnesses)

/** Echoes its input; `Fail` fails, `Stop` is stopped by a hook. */
// biome-ignore lint/correctness/useYield: it has nothing to report
const callTool: CallTool = async function* ({ block, assistantMessage }) {
  const result = createToolResultMessage({
    ...{ toolUse: block, assistantMessage, output: null },
    content: `echo ${JSON.stringify(block.input)}`,
    ...(block.name === 'Fail' && { isError: true }),
  })
  const messages: Message[] = [result]
  return { messages, stop: block.name === 'Stop' ? 'enough' : null }
}

async function run(calls: readonly object[], caller: CallTool | undefined = callTool): Promise<ToolOutcome> {
  const { context } = await harnessWith()
  const prepared = await createReplTool().prepare(
    { calls },
    { ...context, ...(caller && { callTool: caller }) },
  )
  if ('problem' in prepared) return { content: prepared.problem, isError: true }
  const steps = prepared.run()
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
    progress.push(step.value.data)
  }
}

const progress: object[] = []
afterEach(() => void progress.splice(0))

describe('REPL', () => {
  it('runs calls in their order and tells them as virtual messages, each at its start and its end', async () => {
    const outcome = await run([
      { tool: 'A', input: { n: 1 }, quiet: true },
      { tool: 'B', input: { n: 2 } },
    ])
    expect(outcome.content).toMatchObject([
      { text: expect.stringMatching(/^1\. A.*: done$/) },
      { text: expect.stringMatching(/^2\. B.*:$/) },
      { text: 'echo {"n":2}' },
    ])
    expect(outcome.data).toEqual({
      steps: [
        { tool: 'A', isError: false },
        { tool: 'B', isError: false },
      ],
    })
    expect(progress).toMatchObject(
      ['A', 'A', 'B', 'B'].map((toolName, index) => ({
        type: 'repl_tool_call',
        toolName,
        phase: index % 2 === 0 ? 'start' : 'end',
        message: { type: index % 2 === 0 ? 'assistant' : 'user', isVirtual: true },
      })),
    )
  })

  it.each([
    ['Fail', { isError: true }],
    ['Stop', { stop: 'enough' }],
  ])('ends at a call that says %s', async (tool, ending) => {
    const outcome = await run([
      { tool, input: {}, quiet: true },
      ...[1, 2].map(n => ({ tool: 'A', input: { n } })),
    ])
    expect(outcome).toMatchObject(ending)
    expect(JSON.stringify(outcome.content)).toContain('2 more not run.')
    expect(progress).toHaveLength(2)
  })

  it('refuses what it cannot do', async () => {
    expect((await run([{ tool: 'REPL', input: { calls: [] } }])).content).toContain('cannot call itself')
    expect((await run([])).isError).toBe(true)
    const { context } = await harnessWith()
    expect(await createReplTool().prepare({ calls: [{ tool: 'A', input: {} }] }, context)).toHaveProperty(
      'problem',
    )
  })
})
