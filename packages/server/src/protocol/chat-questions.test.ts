import { describe, expect, it } from 'vitest'
import { readChatPresence, readChatPrompt, readChatWish } from './chat-questions.ts'
import { isMisread } from './read-question.ts'
import { ROUTES } from './routes.ts'

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
    expect(readChatPresence(body)).toSatisfy(isMisread)
  })
})

describe('readChatPrompt', () => {
  const uuid = '9e503a42-53d3-4c76-a7ec-31e89bbb1ebb'

  it('takes a prompt without contexts', () => {
    expect(readChatPrompt({ chat: 'c', uuid, text: 'x' })).toEqual({
      chat: 'c',
      uuid,
      text: 'x',
      contexts: [],
    })
  })

  it.each([
    null,
    {},
    { chat: 'c', uuid, text: 'x', contexts: {} },
    { chat: 'c', uuid, text: 'x', contexts: [null] },
  ])('does not take %j', body => {
    expect(readChatPrompt(body)).toSatisfy(isMisread)
  })
})

describe('readChatWish', () => {
  it('takes an empty wish, which a body that is none is not', () => {
    expect(readChatWish({})).toEqual({})
    expect(readChatWish({ cwd: '/a', fork: true, more: 1 })).toEqual({ cwd: '/a', fork: true })
    expect(readChatWish({ fork: 'yes' })).toEqual({})
    expect(readChatWish(null)).toSatisfy(isMisread)
    expect(readChatWish({ cwd: 'x'.repeat(4097) })).toSatisfy(isMisread)
  })
})

describe('a question for context', () => {
  const { read } = ROUTES['chat/context']

  it('takes any known kind, or all', () => {
    expect(read({ chat: 'c', kind: '' })).toEqual({ chat: 'c', query: '' })
    expect(read({ chat: 'c', kind: 'GitReference', query: 'x' })).toEqual({
      chat: 'c',
      kind: 'GitReference',
      query: 'x',
    })
    for (const kind of ['constructor', 'Git', 7]) expect(read({ chat: 'c', kind })).toSatisfy(isMisread)
  })
})
