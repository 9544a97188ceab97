import { describe, expect, it } from 'vitest'
import { createUserMessage, type UserMessage } from '../message/user-message.ts'
import { prependUserContext } from './prepend-user-context.ts'

const first = createUserMessage({
  content: 'hello',
  uuid: '6f1c1f4e-0000-4000-8000-000000000001',
  timestamp: '2026-01-01T00:00:00.000Z',
})

describe('prependUserContext', () => {
  it('puts the context before the first message, a section a name', () => {
    const [context, ...rest] = prependUserContext([first], { claudeMd: 'be kind', currentDate: '2026-01-01' })
    expect(rest).toEqual([first])
    expect(context).toMatchObject({ type: 'user', isMeta: true, timestamp: first.timestamp })
    expect(context?.message.content).toMatch(
      /^<system-reminder>\n[^#]+\n\n# claudeMd\nbe kind\n\n# currentDate\n2026-01-01\n<\/system-reminder>$/,
    )
  })

  it('gives the same bytes each time, under a uuid that no part of a message has', () => {
    const context = { claudeMd: 'be kind' }
    expect(prependUserContext([first], context)).toEqual(prependUserContext([first], context))
    expect(prependUserContext([first], context)[0]?.uuid).toBe('6f1c1f4e-0000-4000-8000-ffffffffffff')
  })

  it('is the same array where there is nothing to say or nobody to say it to', () => {
    const messages = [first]
    expect(prependUserContext(messages, {})).toBe(messages)
    expect(prependUserContext(messages, { claudeMd: ' \n' })).toBe(messages)
    expect(prependUserContext([], { claudeMd: 'x' })).toEqual([])
  })

  it('invents neither uuid nor time where a file has none', () => {
    const bare = { type: 'user', message: { role: 'user', content: 'hi' } } as unknown as UserMessage
    expect(prependUserContext([bare], { a: 'b' })).toEqual(prependUserContext([bare], { a: 'b' }))
  })
})
