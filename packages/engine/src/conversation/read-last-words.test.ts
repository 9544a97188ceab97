import { createAssistantMessage, createUserMessage } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { readLastWords } from './read-last-words.ts'

const say = (id: string, text: string): ReturnType<typeof createAssistantMessage> => {
  const message = createAssistantMessage({ content: [{ type: 'text', text }] })
  return { ...message, message: { ...message.message, id } }
}

describe('readLastWords', () => {
  it('gives all texts of the last answer that has any', () => {
    const call = createAssistantMessage({
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Echo', input: {} }],
    })
    const messages = [
      say('a', 'before'),
      say('b', 'one'),
      createUserMessage({ content: 'x' }),
      say('b', 'two'),
      call,
    ]
    expect(readLastWords(messages)).toBe('one\ntwo')
  })

  it('is empty where nobody said anything', () => {
    expect(readLastWords([createUserMessage({ content: 'x' })])).toBe('')
  })
})
