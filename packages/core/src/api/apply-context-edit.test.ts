import { describe, expect, it } from 'vitest'
import { createAttachmentMessage } from '../message/attachment-message.ts'
import {
  createMicrocompactBoundaryMessage,
  createSnipBoundaryMessage,
} from '../message/create-system-message.ts'
import { createUserMessage, type UserMessage } from '../message/user-message.ts'
import { createApiView } from './create-api-view.ts'

const thinking = { type: 'thinking', thinking: 'hm', signature: 'sig' }

function answer(id: string, ...content: readonly object[]): object {
  return { type: 'assistant', uuid: `a${id}`, timestamp: '', message: { id, role: 'assistant', content } }
}

function call(id: string): object {
  return { type: 'tool_use', id: `toolu_${id}`, name: 'Read', input: {} }
}

function result(id: string, text: string): UserMessage {
  return createUserMessage({
    uuid: `r${id}`,
    content: [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content: text }],
  })
}

const boundary = createMicrocompactBoundaryMessage({
  preTokens: 9,
  tokensSaved: 5,
  compactedToolIds: ['toolu_2'],
})

const HISTORY = [
  createUserMessage({ uuid: 'p', content: 'go' }),
  answer('1', thinking, call('1')),
  result('1', 'first'),
  answer('2', thinking, call('2')),
  result('2', 'second'),
  answer('3', thinking, call('3')),
  result('3', 'third'),
]

function sent(
  history: readonly unknown[],
  model = 'claude-opus-5-5',
): { readonly text: string; readonly repairs: readonly string[] } {
  const view = createApiView([{ name: 'Read' }], { model })
  for (const message of history) view.append(message)
  return {
    text: JSON.stringify(view.messages().map(({ message }) => message.content)),
    repairs: view.repairs().map(({ rule, index }) => `${rule} ${index}`),
  }
}

describe('a microcompact boundary', () => {
  it('puts a note in the place of the results that it names', () => {
    const { text, repairs } = sent([...HISTORY, boundary])
    expect(text).toContain('first')
    expect(text).not.toContain('second')
    expect(text).toContain('"tool_use_id":"toolu_2","content":"[An old result stood here')
    expect(text).toContain('third')
    expect(repairs).toContain('SEED-microcompact 4')
  })

  it('takes away thinking that is bound to what was cleared, and leaves what came before and comes after', () => {
    const { text, repairs } = sent([
      ...HISTORY,
      boundary,
      answer('4', thinking, { type: 'text', text: 'done' }),
    ])
    expect(text.match(/"thinking":"hm"/g)).toHaveLength(3)
    expect(repairs).toContain('THK-20 5')
  })

  it('leaves all thinking to a model that does not check what stood before it', () => {
    expect(sent([...HISTORY, boundary], 'claude-opus-4-6').text.match(/"thinking":"hm"/g)).toHaveLength(3)
  })

  it('keeps the thinking of an answer whose own call ended before the rest of it was written', () => {
    const early = [
      ...HISTORY.slice(0, 3),
      answer('2', call('2')),
      result('2', 'second'),
      answer('2', thinking, call('3')),
      result('3', 'x'),
    ]
    expect(sent([...early, boundary]).text.match(/"thinking":"hm"/g)).toHaveLength(2)
  })

  it('clears attachments that it names', () => {
    const file = createAttachmentMessage({ type: 'memory', content: 'remember the milk' })
    const clears = createMicrocompactBoundaryMessage({
      preTokens: 9,
      tokensSaved: 5,
      compactedToolIds: [],
      clearedAttachmentUUIDs: [file.uuid],
    })
    expect(sent([...HISTORY, file]).text).toContain('the milk')
    expect(sent([...HISTORY, file, clears]).text).not.toContain('the milk')
  })

  it('clears nothing that comes after it, and takes any metadata', () => {
    expect(sent([boundary, ...HISTORY]).text).toBe(sent(HISTORY).text)
    for (const microcompactMetadata of [
      undefined,
      null,
      1,
      { compactedToolIds: 'toolu_2' },
      { compactedToolIds: [null, {}] },
    ])
      expect(sent([...HISTORY, { ...boundary, microcompactMetadata }]).text).toBe(sent(HISTORY).text)
  })
})

describe('a snip boundary', () => {
  it('drops prompts and results, and keeps each call answered', () => {
    const { text, repairs } = sent([...HISTORY, createSnipBoundaryMessage(['p', 'r1'])])
    expect(text).not.toContain('go')
    expect(text).not.toContain('first')
    expect(text.match(/you dropped it/g)).toHaveLength(2)
    expect(repairs.filter(repair => repair.startsWith('SEED-snip'))).toEqual(['SEED-snip 0', 'SEED-snip 2'])
  })

  it('drops no answer of the model', () => {
    expect(sent([...HISTORY, createSnipBoundaryMessage(['a1'])]).text).toBe(sent(HISTORY).text)
  })
})
