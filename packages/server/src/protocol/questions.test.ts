import { describe, expect, it } from 'vitest'
import { isMisread, wordsOf } from './read-question.ts'
import { ROUTES } from './routes.ts'

const { page, entry, search, numbers } = ROUTES

function read<T>(question: T): T | string {
  return isMisread(question) ? wordsOf(question) : question
}

describe('the question of a request', () => {
  it('has the fields that it knows, each as its type says', () => {
    expect(page.read({ session: 's', before: '7', more: 'x' })).toEqual({ session: 's', before: 7 })
    expect(page.read(null)).toEqual({ session: '' })
    expect(entry.read({ session: 's', seq: '0', agentId: 'a' })).toEqual({
      session: 's',
      seq: 0,
      agentId: 'a',
    })
  })

  it.each(['', '-1', 'x', '1e9', '1.5', ' 1', '99999999999999999999'])('has no position %j', seq => {
    expect(read(entry.read({ session: 's', seq }))).toBe('A position is a whole number.')
    expect(read(page.read({ session: 's', before: seq }))).toBe('A position is a whole number.')
  })

  it('needs a position where one is needed', () => {
    expect(entry.read({ session: 's' })).toSatisfy(isMisread)
  })

  it('searches with the limit that it can read, for words of some length', () => {
    expect(search.read({ q: 'x'.repeat(2000), limit: '5' })).toEqual({ q: 'x'.repeat(1000), limit: 5 })
    expect(search.read({ limit: 'many' })).toEqual({ q: '' })
  })

  it('asks for numbers by day and model unless told', () => {
    expect(numbers.read({})).toEqual({ by: 'day', stack: 'model' })
    expect(numbers.read({ by: 'tool', stack: 'none', since: '2026-11-15' })).toEqual({
      by: 'tool',
      stack: 'none',
      since: '2026-11-15',
    })
    for (const wrong of [{ by: 'year' }, { stack: '' }, { since: 'x' }, { until: '2026-13-40' }])
      expect(numbers.read(wrong)).toSatisfy(isMisread)
    expect(numbers.read({ project: 'x'.repeat(4097) })).toSatisfy(isMisread)
  })
})
