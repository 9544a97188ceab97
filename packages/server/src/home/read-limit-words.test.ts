import { describe, expect, it } from 'vitest'
import { keepCurrentLimits, readLimitWords } from './read-limit-words.ts'

const AT = '2026-11-15T10:20:00.000Z'

describe('readLimitWords', () => {
  it.each([
    ['Claude AI usage limit reached|1794747600', 'five-hour', '2026-11-15T13:00:00.000Z'],
    ['5-hour limit reached ∙ resets 3pm (UTC)', 'five-hour', '2026-11-15T15:00:00.000Z'],
    ["You've hit your limit · resets 9:30am (UTC)", 'five-hour', '2026-11-16T09:30:00.000Z'],
    [
      "You've hit your weekly limit · resets Nov 19, 9am (Europe/Berlin)",
      'weekly',
      '2026-11-19T08:00:00.000Z',
    ],
    ['Weekly limit reached ∙ resets soon', 'weekly', null],
    ['5-hour limit reached ∙ resets 3pm (Nowhere/Land)', 'five-hour', null],
  ])('reads “%s”', (words, window, resetsAt) => {
    expect(readLimitWords(words, AT)).toEqual({ window, at: AT, words, resetsAt })
  })
  it.each(['API Error: 529 overloaded', 'Credit balance is too low', 'Prompt is too long'])(
    'takes “%s” for something else',
    words => expect(readLimitWords(words, AT)).toBeNull(),
  )
})

describe('keepCurrentLimits', () => {
  it('keeps the newest of each window until it resets, or its length is over', () => {
    const notice = (window: 'five-hour' | 'weekly', at: string, resetsAt: string | null) => ({
      ...{ window, at, resetsAt, words: '' },
    })
    const old = notice('five-hour', '2026-11-15T01:00:00.000Z', '2026-11-15T05:00:00.000Z')
    const newest = notice('five-hour', '2026-11-15T10:00:00.000Z', null)
    const weekly = notice('weekly', '2026-11-12T10:00:00.000Z', '2026-11-17T10:00:00.000Z')
    const at = (time: string): readonly string[] =>
      keepCurrentLimits([newest, old, weekly], Date.parse(time)).map(({ window }) => window)
    expect(at('2026-11-15T11:00:00.000Z')).toEqual(['five-hour', 'weekly'])
    expect(at('2026-11-15T16:00:00.000Z')).toEqual(['weekly'])
    expect(at('2026-11-18T16:00:00.000Z')).toEqual([])
  })
})
