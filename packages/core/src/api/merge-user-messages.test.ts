import { describe, expect, it } from 'vitest'
import { createUserMessage } from '../message/user-message.ts'
import { result, text } from '../testing/history-builder.ts'
import { mergeUserMessages } from './merge-user-messages.ts'

const RESULT = result('t', 'r') as ReturnType<typeof result> & { content: string }

describe('mergeUserMessages', () => {
  it('puts the blocks in order, strings as blocks, results before all else', () => {
    const merged = mergeUserMessages(
      createUserMessage({ content: 'first' }),
      createUserMessage({ content: [text('second'), RESULT] }),
    )
    expect(merged.message).toEqual({ role: 'user', content: [RESULT, text('first'), text('second')] })
  })

  it.each([
    [false, false, 'one', false],
    [true, false, 'two', false],
    [false, true, 'one', false],
    [true, true, 'one', true],
  ])('keeps the identity of the person (meta %s and %s)', (firstIsMeta, secondIsMeta, uuid, isMeta) => {
    const merged = mergeUserMessages(
      createUserMessage({ content: 'a', uuid: 'one', isMeta: firstIsMeta }),
      createUserMessage({ content: 'b', uuid: 'two', isMeta: secondIsMeta }),
    )
    expect(merged.uuid).toBe(uuid)
    expect(merged.isMeta ?? false).toBe(isMeta)
  })

  it('changes neither of the two', () => {
    const first = createUserMessage({ content: 'a' })
    const before = structuredClone(first)
    mergeUserMessages(first, createUserMessage({ content: 'b' }))
    expect(first).toEqual(before)
  })
})
