import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Message } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { createForeignFacts } from './foreign-facts.ts'
import { createForeignTurn } from './foreign-turn.ts'

/** What a turn becomes in the log: the blocks of its messages. */
function hearAll(...updates: readonly SessionUpdate[]): readonly unknown[] {
  const recorded: Message[] = []
  const turn = createForeignTurn({
    ...{ sessionId: 's', model: () => 'm', readTerminal: () => '', say() {} },
    record: messages => void recorded.push(...messages),
  })
  for (const update of updates) turn.hear(update)
  turn.end()
  return recorded.flatMap(message => {
    const content = 'message' in message ? (message.message as { content: unknown }).content : []
    return Array.isArray(content) ? content : []
  })
}

const text = (words: string, messageId?: string): SessionUpdate => ({
  ...{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
  ...(messageId !== undefined && { messageId }),
})
const diff = (path: string, oldText: string | null) =>
  ({ type: 'diff', path, oldText, newText: 'new' }) as const

describe('the turn of another agent', () => {
  it('keeps the pieces of one message together, and two messages apart', () => {
    expect(hearAll(text('a', '1'), text('b', '1'), text('c', '2'))).toMatchObject([
      { text: 'ab' },
      { text: 'c' },
    ])
    expect(hearAll(text('a'), text('b'))).toMatchObject([{ text: 'ab' }])
  })

  it('has a call for every difference of a call', () => {
    const blocks = hearAll({
      ...{ sessionUpdate: 'tool_call', toolCallId: 'p', title: 'Patch', kind: 'edit', status: 'completed' },
      content: [diff('/a', 'old'), diff('/b', null), diff('/c', 'old')],
    })
    const calls = blocks.filter(block => (block as { type: string }).type === 'tool_use')
    expect(calls).toMatchObject([
      { name: 'Edit', input: { file_path: '/a', old_string: 'old', new_string: 'new' } },
      { name: 'Write', input: { file_path: '/b', content: 'new' } },
      { name: 'Edit', input: { file_path: '/c' } },
    ])
    expect(blocks).toHaveLength(6)
  })

  it('keeps the difference that a call tells only when it is over', () => {
    const blocks = hearAll(
      ...[
        {
          sessionUpdate: 'tool_call',
          toolCallId: 'p',
          title: 'Change a',
          kind: 'edit',
          status: 'in_progress',
        },
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'p',
          status: 'completed',
          content: [diff('/a', 'old')],
        },
      ].map(update => update as SessionUpdate),
    )
    expect(blocks).toContainEqual(
      expect.objectContaining({ name: 'Edit', input: expect.objectContaining({ file_path: '/a' }) }),
    )
  })

  it('tells that there was a thought which is no text', () => {
    const content = { type: 'resource_link', name: 'x', uri: 'file:///x' } as const
    expect(hearAll({ sessionUpdate: 'agent_thought_chunk', content })).toMatchObject([
      { type: 'thinking', thinking: '[file:///x](file:///x)' },
    ])
  })
})

describe('what another agent tells of itself', () => {
  it('has its modes among its options, where it is newer', () => {
    const facts = createForeignFacts('x')
    const choice = (currentValue: string) => ({
      ...({ id: 'how', name: 'Mode', category: 'mode', type: 'select', currentValue } as const),
      options: [
        { value: 'ask', name: 'Ask' },
        { value: 'auto_edit', name: 'Auto' },
      ],
    })
    facts.begin(null, [choice('ask')])
    expect([facts.mode(), facts.modeOption(), facts.findMode('acceptEdits')]).toEqual([
      'default',
      'how',
      'auto_edit',
    ])
    facts.hear({ sessionUpdate: 'config_option_update', configOptions: [choice('auto_edit')] })
    expect(facts.mode()).toBe('acceptEdits')
    facts.begin({ currentModeId: 'plan', availableModes: [{ id: 'plan', name: 'Plan' }] }, [choice('ask')])
    expect([facts.mode(), facts.modeOption()]).toEqual(['plan', undefined])
  })
})
