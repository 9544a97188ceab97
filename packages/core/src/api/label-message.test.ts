import { describe, expect, it } from 'vitest'
import { createUserMessage } from '../message/user-message.ts'
import { canBeDropped, labelMessage, toMessageLabel } from './label-message.ts'

const uuid = '11111111-1111-4111-8111-111111111111'
const label = toMessageLabel(uuid)
const content = (message: unknown): unknown => (message as { message: { content: unknown } }).message.content

describe('labelMessage', () => {
  it('has a label of six characters', () => {
    expect(label).toMatch(/^\[id:[a-z0-9]{6}\]$/)
  })

  it.each([
    ['a text', 'hello', `hello\n${label}`],
    [
      'the last text',
      [{ type: 'text', text: 'a' }, { type: 'image' }],
      [{ type: 'text', text: `a\n${label}` }, { type: 'image' }],
    ],
    [
      'a result',
      [{ type: 'tool_result', tool_use_id: 't', content: 'out' }],
      [{ type: 'tool_result', tool_use_id: 't', content: `out\n${label}` }],
    ],
    [
      'the text of a result',
      [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'out' }] }],
      [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: `out\n${label}` }] }],
    ],
  ])('labels %s, and only once', (_, given, expected) => {
    const labelled = labelMessage(createUserMessage({ uuid, content: given as string }))
    expect(content(labelled)).toEqual(expected)
    expect(labelMessage(labelled)).toEqual(labelled)
  })

  it.each([
    [
      'pictures alone',
      createUserMessage({ uuid, content: [{ type: 'tool_result', tool_use_id: 't', content: [] }] }),
    ],
    ['what the program says', createUserMessage({ uuid, content: 'x', isMeta: true })],
    ['a summary', createUserMessage({ uuid, content: 'x', isCompactSummary: true })],
    ['an answer', { type: 'assistant', uuid, message: { content: 'x' } }],
    ['a message without content', { type: 'user', uuid }],
    ['no message', null],
  ])('leaves %s as it is', (_, message) => {
    expect(labelMessage(message)).toBe(message)
  })

  it('says what can be dropped', () => {
    expect(canBeDropped(createUserMessage({ content: 'x' }))).toBe(true)
    expect(canBeDropped(createUserMessage({ content: 'x', isMeta: true }))).toBe(false)
    expect(canBeDropped(7)).toBe(false)
  })
})
