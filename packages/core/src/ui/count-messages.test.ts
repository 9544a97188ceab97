import { describe, expect, it } from 'vitest'
import { countMessages } from './count-messages.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
const words = { type: 'text', text: 'What is this?' }
const prompt = (uuid: string, content: unknown): object => ({
  ...{ type: 'user', uuid, message: { role: 'user', content } },
})

describe('countMessages', () => {
  it('counts a prompt whose picture stands before its words, as Claude Code writes it', () => {
    const entries = [prompt('a', [image, words]), prompt('b', [words, image]), prompt('c', 'Words.')]
    expect(countMessages(entries)).toEqual({ messages: 3, prompts: 3, answers: 0 })
  })

  it('counts no picture that came along, no result and no note of the program as a prompt', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' }
    const entries = [
      prompt('a', [image]),
      prompt('b', [result, words]),
      { ...prompt('c', [image, words]), isMeta: true },
      { ...prompt('d', 'A subagent is told.'), isSidechain: true },
    ]
    expect(countMessages(entries)).toEqual({ messages: 4, prompts: 0, answers: 0 })
  })
})
