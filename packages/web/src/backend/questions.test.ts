import { describe, expect, it } from 'vitest'
import { readEntryRequest, readNumbersQuestion, readPageRequest, readSearchQuestion } from './questions.ts'
import { isMisread, wordsOf } from './read-question.ts'

function read<T>(question: T): T | string {
  return isMisread(question) ? wordsOf(question) : question
}

describe('the question of a request', () => {
  it('has the fields that it knows, each as its type says', () => {
    expect(readPageRequest({ session: 's', before: '7', more: 'x' })).toEqual({ session: 's', before: 7 })
    expect(readPageRequest(null)).toEqual({ session: '' })
    expect(readEntryRequest({ session: 's', seq: '0', agentId: 'a' })).toEqual({
      session: 's',
      seq: 0,
      agentId: 'a',
    })
  })

  it.each(['', '-1', 'x', '1e9', '1.5', ' 1', '99999999999999999999'])('has no position %j', seq => {
    expect(read(readEntryRequest({ session: 's', seq }))).toBe('A position is a whole number.')
    expect(read(readPageRequest({ session: 's', before: seq }))).toBe('A position is a whole number.')
  })

  it('needs a position where one is needed', () => {
    expect(readEntryRequest({ session: 's' })).toSatisfy(isMisread)
  })

  it('searches with the limit that it can read, for words of some length', () => {
    expect(readSearchQuestion({ q: 'x'.repeat(2000), limit: '5' })).toEqual({ q: 'x'.repeat(1000), limit: 5 })
    expect(readSearchQuestion({ limit: 'many' })).toEqual({ q: '' })
  })

  it('asks for numbers by day and model unless told', () => {
    expect(readNumbersQuestion({})).toEqual({ by: 'day', stack: 'model' })
    expect(readNumbersQuestion({ by: 'tool', stack: 'none', since: '2026-11-15' })).toEqual({
      by: 'tool',
      stack: 'none',
      since: '2026-11-15',
    })
    for (const wrong of [{ by: 'year' }, { stack: '' }, { since: 'x' }, { until: '2026-13-40' }])
      expect(readNumbersQuestion(wrong)).toSatisfy(isMisread)
    expect(readNumbersQuestion({ project: 'x'.repeat(4097) })).toSatisfy(isMisread)
  })
})
