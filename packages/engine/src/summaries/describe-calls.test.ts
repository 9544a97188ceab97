import type { ToolUseBlock } from '@antiphon/contract'
import { createAssistantMessage, createToolResultMessage, type Message } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { describeCalls } from './describe-calls.ts'

const call = (name: string, input: object = {}): ToolUseBlock =>
  ({ type: 'tool_use', id: `${name} ${JSON.stringify(input)}`, name, input }) as ToolUseBlock

function batch(calls: readonly ToolUseBlock[], failed: readonly ToolUseBlock[] = []): readonly Message[] {
  const assistantMessage = createAssistantMessage({ content: calls })
  return [
    assistantMessage,
    ...failed.map(toolUse =>
      createToolResultMessage({ toolUse, assistantMessage, content: 'no', isError: true, output: 'no' }),
    ),
  ]
}

describe('what calls did, by rules', () => {
  it.each([
    [[call('Read', { file_path: 'a.ts' })], 'Read a.ts'],
    [[call('Read', { file_path: 'a.ts' }), call('Read', { file_path: 'b.ts' })], 'Read 2 files'],
    [[call('Edit', { file_path: 'a.ts' }), call('Write', { file_path: 'a.ts' })], 'Edited a.ts'],
    [
      [call('Bash', { command: 'npm\ttest' }), call('Grep', { pattern: 'x' })],
      'Ran npm test, searched for x',
    ],
    [[call('mcp__github__search'), call('mcp__github__search')], 'Called github search 2 times'],
    [[call('Bash', { command: 7 })], 'Ran a command'],
  ])('is one line', (calls, words) => {
    expect(describeCalls(batch(calls))).toBe(words)
  })

  it('tells of failures and bounds itself', () => {
    const calls = ['A', 'B', 'C', 'D'].map(name => call(name))
    expect(describeCalls(batch(calls, calls.slice(0, 2)))).toBe(
      'Called A, called B, called C, and more, 2 failed',
    )
    expect(describeCalls(batch([call('Bash', { command: 'x'.repeat(9_999) })]))?.length).toBeLessThan(125)
  })

  it('says nothing where nothing was called', () => {
    expect(describeCalls([])).toBe(null)
    expect(describeCalls([createAssistantMessage({ content: 'Hello.' })])).toBe(null)
  })
})
