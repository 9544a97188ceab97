import type { ChatEvent } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { hearAgent, isWholeOnCard, NO_NEWS, readCallFace } from './read-agent.ts'

const events = (...all: readonly object[]): readonly ChatEvent[] =>
  all.map((event, seq) => ({ seq, event }) as ChatEvent)
const call = (id: string, name: string, input: object): object => ({
  type: 'assistant',
  message: {
    usage: { input_tokens: 900, output_tokens: 100 },
    content: [{ type: 'tool_use', id, name, input }],
  },
})
const question = {
  type: 'control_request',
  request_id: 'r1',
  request: { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't1', input: { command: 'npm test' } },
}

describe('hearAgent', () => {
  it('knows what runs, how far it is and how full the context is', () => {
    const todos = [{ status: 'completed' }, { status: 'in_progress' }, { status: 'pending' }]
    const news = hearAgent(
      NO_NEWS,
      events(
        { type: 'system', subtype: 'init', model: 'claude-opus-4-5' },
        call('t1', 'TodoWrite', { todos }),
        { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1' }] } },
        call('t2', 'Bash', { command: 'npm test' }),
        { ...call('t3', 'Read', {}), parent_tool_use_id: 't2' },
      ),
      5000,
    )
    expect([...news.calls.keys()]).toEqual(['t2'])
    expect(news).toMatchObject({
      ...{ steps: { done: 1, all: 3 }, contextTokens: 1000, model: 'claude-opus-4-5', since: 5000, next: 5 },
    })
  })
  it('keeps a question until it is answered somewhere, and hears nothing twice', () => {
    const asked = hearAgent(NO_NEWS, events(question, question), 1)
    expect(asked.questions).toMatchObject([{ requestId: 'r1', toolName: 'Bash' }])
    expect(hearAgent(asked, events(question), 1)).toBe(asked)
    const answered = [
      { seq: 2, event: { type: 'control_cancel_request', request_id: 'r1' } },
    ] as readonly ChatEvent[]
    expect(hearAgent(asked, answered, 1).questions).toEqual([])
  })
})

describe('a card', () => {
  it('offers to allow only what it shows whole', () => {
    const allows = (toolName: string, input: Readonly<Record<string, unknown>>): boolean =>
      isWholeOnCard({ toolName, input })
    expect(allows('Bash', { command: 'npm test', description: 'Run the tests' })).toBe(true)
    expect(allows('Bash', { command: 'npm test\nrm -rf x' })).toBe(false)
    expect(allows('Bash', { command: 'x'.repeat(161) })).toBe(false)
    // What the card would show otherwise than it is run.
    for (const command of ['echo "a  b"', 'echo \u001b[8mhidden', 'a\tb', ' ls'])
      expect(allows('Bash', { command }), JSON.stringify(command)).toBe(false)
    expect(allows('Bash', { command: 'npm test', dangerouslyDisableSandbox: true })).toBe(false)
    expect(allows('Edit', { file_path: '/a', old_string: 'a', new_string: 'b' })).toBe(false)
  })
  it('names a call by its file, its command or what it is for', () => {
    expect(readCallFace({ name: 'Edit', input: { file_path: '/a/b.ts' } })).toMatchObject({ isEdit: true })
    expect(readCallFace({ name: 'Read', input: { file_path: '/a/b.ts' } })).toMatchObject({ isEdit: false })
    expect(readCallFace({ name: 'Bash', input: { command: 'ls' } })).toEqual({ kind: 'command', words: 'ls' })
    expect(readCallFace({ name: 'Grep', input: { pattern: 'x' } })).toEqual({
      kind: 'other',
      words: 'Grep x',
    })
  })
})
