import type { ContentBlock } from '@antiphon/contract'
import { hasLoneSurrogate, jsonBytes } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from '../message/assistant-message.ts'
import { createUserMessage } from '../message/user-message.ts'
import { call, image, pdf, result, text, thinking } from '../testing/history-builder.ts'
import { PIXEL } from '../testing/pixel.ts'
import type { Repair } from './repair.ts'
import { shrinkMessages } from './shrink-messages.ts'

function shrink(maxBytes: number, ...blocks: readonly unknown[]) {
  const repairs: Repair[] = []
  const messages = [
    createUserMessage({ content: 'small' }),
    createAssistantMessage({ content: blocks as ContentBlock[] }),
  ]
  const shrunk = shrinkMessages(messages, maxBytes, repair => repairs.push(repair))
  return { messages: shrunk, blocks: shrunk[1]?.message.content as readonly ContentBlock[], repairs }
}

describe('shrinkMessages', () => {
  it.each([
    ['text', text('x'.repeat(5000))],
    ['text in characters that JSON escapes', text('\u0001'.repeat(5000))],
    ['text in characters of four bytes', text('👋'.repeat(5000))],
    ['a call', call('t', 'Write', { content: 'x'.repeat(5000) })],
    ['a result', result('t', 'x'.repeat(5000))],
    ['a result with blocks', result('t', [text('x'.repeat(5000)), image(PIXEL)])],
    ['an image', image(PIXEL.repeat(50))],
    ['a document', pdf('A'.repeat(5000))],
    ['thinking', thinking('x'.repeat(5000))],
  ])('cuts %s to less than its share', (_, block) => {
    const { messages, blocks, repairs } = shrink(2000, block)
    expect(jsonBytes(messages.map(({ message }) => message.content))).toBeLessThan(2000)
    expect(blocks.length).toBeGreaterThan(0)
    expect(repairs).toHaveLength(1)
    expect(repairs[0]).toMatchObject({ rule: 'ENV-01', action: 'edited' })
  })

  it('leaves small blocks, and says how much of a large one is gone', () => {
    const { messages, blocks } = shrink(4000, text('hello'), text('x'.repeat(5000)))
    expect(messages[0]?.message.content).toEqual([text('small')])
    expect(blocks[0]).toEqual(text('hello'))
    expect(blocks[1]).toMatchObject({ text: expect.stringMatching(/^x+… \(\d+ more characters\)$/) })
  })

  it('keeps the call of a result and the result of a call', () => {
    const { blocks } = shrink(
      2000,
      call('t', 'Write', { content: 'x'.repeat(5000) }),
      result('t', 'x'.repeat(5000)),
    )
    expect(blocks).toMatchObject([
      { type: 'tool_use', id: 't', name: 'Write', input: { _raw: expect.any(String) } },
      { type: 'tool_result', tool_use_id: 't', content: expect.any(String) },
    ])
  })

  it('never splits a character', () => {
    const { blocks } = shrink(1000, text('👋'.repeat(500)))
    expect(hasLoneSurrogate(JSON.stringify(blocks))).toBe(false)
    expect(blocks[0]).toMatchObject({ text: expect.stringMatching(/^(?:👋)+… /u) })
  })
})
