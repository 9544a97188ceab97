import {
  type AssistantMessage,
  createAssistantMessage,
  createCompactBoundaryMessage,
  createMicrocompactBoundaryMessage,
  createUserMessage,
  EMPTY_USAGE,
  type Message,
} from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { countContextTokens } from './context-size.ts'
import { findOldResults, microcompact } from './microcompact.ts'

const LONG = 'word '.repeat(1000)

function exchange(id: string, { name = 'Read', content = LONG, tokens = 1 } = {}): readonly Message[] {
  const answer = createAssistantMessage({ content: [{ type: 'tool_use', id, name, input: {} }] })
  const counted: AssistantMessage = {
    ...answer,
    message: { ...answer.message, id: `msg_${id}`, usage: { ...EMPTY_USAGE, input_tokens: tokens } },
  }
  return [counted, createUserMessage({ content: [{ type: 'tool_result', tool_use_id: id, content }] })]
}

const boundary = createMicrocompactBoundaryMessage({ preTokens: 9, tokensSaved: 40, compactedToolIds: ['a'] })

describe('findOldResults', () => {
  it('finds large results before the last exchanges', () => {
    const messages = [...exchange('a'), ...exchange('b'), ...exchange('c'), ...exchange('d')]
    expect(findOldResults(messages, 2)).toEqual({ toolIds: ['a', 'b'], tokens: 2500 })
    expect(findOldResults(messages, 4).toolIds).toEqual([])
  })

  it.each([
    ['short ones', exchange('a', { content: 'ok' })],
    ['what a subagent reported', exchange('a', { name: 'Task' })],
    ['what is cleared already', [...exchange('a'), boundary]],
  ])('leaves %s', (_, messages) => {
    expect(findOldResults([...messages, ...exchange('b')], 1).toolIds).toEqual([])
  })
})

describe('countContextTokens', () => {
  it('takes the last answer that was counted, less what was cleared since', () => {
    const messages = [...exchange('a', { tokens: 50 }), ...exchange('b', { tokens: 100 })]
    expect(countContextTokens(messages)).toBe(100)
    expect(countContextTokens([...messages, boundary])).toBe(60)
    expect(countContextTokens([boundary, ...messages])).toBe(100)
    expect(countContextTokens([])).toBe(0)
  })

  it('does not take what a compaction kept for a full context', () => {
    const [kept] = exchange('a', { tokens: 190_000 })
    if (!kept) throw new Error('an exchange has an answer')
    const segment = { headUuid: kept.uuid, anchorUuid: kept.uuid, tailUuid: kept.uuid }
    const compacted = createCompactBoundaryMessage({
      trigger: 'auto',
      preTokens: 190_000,
      preservedSegment: segment,
    })
    expect(countContextTokens([compacted, kept])).toBe(0)
    expect(countContextTokens([compacted, kept, ...exchange('b', { tokens: 70 })])).toBe(70)
  })
})

describe('microcompact', () => {
  it('waits by default until more than half of the context is used and a fifth can be saved', () => {
    const few = Array.from({ length: 40 }, (_, n) => exchange(`f${n}`, { tokens: 110_000 })).flat()
    expect(microcompact(few, 'claude-haiku-4-5')).toHaveLength(1)
    expect(microcompact(few, 'claude-opus-5-5')).toEqual([])
    expect(microcompact(few.slice(-46), 'claude-haiku-4-5')).toHaveLength(1)
    expect(microcompact(few.slice(-44), 'claude-haiku-4-5')).toEqual([])
  })
})
