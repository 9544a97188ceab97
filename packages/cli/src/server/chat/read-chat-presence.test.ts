import { describe, expect, it } from 'vitest'
import { readChatPresence } from './read-chat-presence.ts'

const GOOD = { chat: 'c', place: 'p-1', author: { id: 'a', name: 'Ann' }, activity: 'typing' }

describe('readChatPresence', () => {
  it('takes who is where, and nothing else', () => {
    expect(readChatPresence({ ...GOOD, more: 1 })).toEqual(GOOD)
  })

  it.each([
    null,
    {},
    { ...GOOD, place: '' },
    { ...GOOD, place: 'x'.repeat(65) },
    { ...GOOD, author: { id: 'a' } },
    { ...GOOD, activity: 'asleep' },
    { ...GOOD, chat: 1 },
  ])('does not take %j', body => {
    expect(readChatPresence(body)).toBeNull()
  })
})
