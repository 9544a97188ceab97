import { NO_USAGE_SUM } from '@antiphon/core/usage'
import type { SessionAnswer } from '@antiphon/search'
import { describe, expect, it } from 'vitest'
import { computeHomeReport } from './compute-home-report.ts'

let counted = 0
const answer = (at: string | null, session = 's'): SessionAnswer => ({
  ...{
    id: `a${counted++}`,
    model: 'claude-opus-4-5',
    isSubagent: false,
    at,
    session,
    project: '/p',
    agent: null,
  },
  usage: { ...NO_USAGE_SUM, input_tokens: 1_000_000 },
  visibleTokens: 0,
})
const NOW = Date.parse('2026-11-18T12:00:00.000Z')
const report = (...answers: readonly SessionAnswer[]): ReturnType<typeof computeHomeReport> =>
  computeHomeReport({ answers, limits: [], timezone: 'UTC', now: NOW })

describe('computeHomeReport', () => {
  it('sums up today, the month, this week and the last', () => {
    const { spent, today } = report(
      answer('2026-11-18T08:00:00.000Z'),
      answer('2026-11-16T08:00:00.000Z', 't'),
      answer('2026-11-11T11:00:00.000Z'),
      answer('2026-11-11T13:00:00.000Z'),
      answer('2026-11-15T08:00:00.000Z'),
      answer('2026-10-31T08:00:00.000Z'),
    )
    expect(today).toBe('2026-11-18')
    const counts = Object.fromEntries(Object.entries(spent).map(([name, { answers }]) => [name, answers]))
    expect(counts).toEqual({
      ...{ today: 1, month: 5, week: 2, lastWeekSoFar: 1, lastWeek: 3 },
      ...{ pastFiveHours: 1, pastSevenDays: 4, year: 6 },
    })
    expect(spent.week.sessions).toBe(2)
    expect(spent.today.costUsd).toBeGreaterThan(0)
  })
  it('tells the days of a year in their order, in the zone of the reader', () => {
    const answers = [
      answer('2026-11-18T01:00:00.000Z'),
      answer('2026-11-17T23:00:00.000Z'),
      answer('2024-01-01T00:00:00.000Z'),
    ]
    expect(report(...answers).days.map(({ day, answers: count }) => [day, count])).toEqual([
      ['2026-11-17', 1],
      ['2026-11-18', 1],
    ])
    const west = computeHomeReport({ answers, limits: [], timezone: 'America/New_York', now: NOW })
    expect(west.days.map(({ day, answers: count }) => [day, count])).toEqual([['2026-11-17', 2]])
  })
  it('leaves out what has no time, or one that is still to come', () => {
    const { days, spent } = report(answer(null), answer('2027-01-01T00:00:00.000Z'), answer('some day'))
    expect([days, spent.year.answers, spent.pastFiveHours.answers]).toEqual([[], 0, 0])
  })
})
