import { toUsageSum } from '@antiphon/core/usage'
import { describe, expect, it } from 'vitest'
import { createCalendar, weekOf } from './calendar.ts'
import { computeToolReport } from './compute-tool-report.ts'
import type { SessionAnswer } from './session-answer.ts'
import { computeUsageReport, type UsageGroup } from './usage-tally.ts'

function answer(fields: Partial<SessionAnswer> & { readonly used?: object }): SessionAnswer {
  const { used = { output_tokens: 1_000_000 }, ...rest } = fields
  return {
    id: `${Math.random()}`,
    model: 'claude-opus-4-8',
    usage: toUsageSum(used),
    isSubagent: false,
    at: '2026-11-15T10:00:00.000Z',
    session: 's1',
    project: '/p',
    agent: null,
    visibleTokens: 0,
    ...rest,
  }
}

function keys(
  answers: readonly SessionAnswer[],
  by: UsageGroup,
  timeZone = 'UTC',
): readonly (string | null)[] {
  return computeUsageReport(answers, { by, timeZone }).rows.map(({ key }) => key)
}

describe('computeUsageReport', () => {
  it('puts answers together by day, week and month of the time zone, in their order', () => {
    const answers = [
      answer({ at: null }),
      answer({ at: '2026-12-31T23:30:00Z' }),
      answer({ at: '2026-11-15T10:00:00Z' }),
      answer({ at: 'nonsense' }),
    ]
    expect(keys(answers, 'day')).toEqual(['2026-11-15', '2026-12-31', null])
    expect(keys(answers, 'day', 'Asia/Kathmandu')).toEqual(['2026-11-15', '2027-01-01', null])
    expect(keys(answers, 'week')).toEqual(['2026-W46', '2026-W53', null])
    expect(keys(answers, 'month', 'Asia/Kathmandu')).toEqual(['2026-11', '2027-01', null])
  })

  it('puts the dearest first by project, model and session', () => {
    const answers = [
      answer({ project: '/cheap', session: 'a', model: 'claude-haiku-4-5' }),
      answer({ project: '/dear', session: 'b' }),
      answer({ project: '/dear', session: 'c' }),
    ]
    expect(keys(answers, 'project')).toEqual(['/dear', '/cheap'])
    expect(keys(answers, 'model')).toEqual(['claude-opus-4-8', 'claude-haiku-4-5'])
    expect(keys(answers, 'session')).toEqual(['b', 'c', 'a'])
    expect(computeUsageReport(answers, { by: 'project' }).total).toMatchObject({
      answers: 3,
      sessions: 3,
      costUsd: 55,
      isCostKnown: true,
    })
  })

  it('prices writes for an hour as such, and names models without a price', () => {
    const write = { cache_creation_input_tokens: 1_000_000 }
    const { total } = computeUsageReport(
      [
        answer({ used: { ...write, cache_creation: { ephemeral_1h_input_tokens: 1_000_000 } } }),
        answer({ used: write }),
        answer({ model: 'glm-4.7' }),
        answer({ model: 'free', used: {} }),
      ],
      { by: 'day' },
    )
    expect(total.tokens).toMatchObject({
      cacheWrite5m: 1_000_000,
      cacheWrite1h: 1_000_000,
      output: 1_000_000,
    })
    expect(total).toMatchObject({ costUsd: 16.25, isCostKnown: false, unpricedModels: ['glm-4.7'] })
  })

  it('adds up to the same, however it is divided', () => {
    const answers = Array.from({ length: 40 }, (_, index) =>
      answer({
        at: `2026-11-${10 + (index % 9)}T10:00:00Z`,
        session: `s${index % 7}`,
        used: { input_tokens: index },
      }),
    )
    for (const by of ['day', 'week', 'month', 'project', 'model', 'session'] as const) {
      const { rows, total } = computeUsageReport(answers, { by })
      expect(rows.reduce((sum, row) => sum + row.tokens.total, 0)).toBe(total.tokens.total)
      expect(rows.reduce((sum, row) => sum + row.answers, 0)).toBe(40)
    }
  })
})

describe('weekOf', () => {
  it('is the ISO week', () => {
    for (const [day, week] of [
      ['2024-12-30', '2025-W01'],
      ['2026-01-01', '2026-W01'],
      ['2027-01-01', '2026-W53'],
      ['2027-01-04', '2027-W01'],
    ] as const)
      expect(weekOf(day)).toBe(week)
  })
})

describe('createCalendar', () => {
  it('agrees with the clock of a zone at every hour of a year with its changes of time', () => {
    const { dayOf } = createCalendar('Australia/Lord_Howe')
    for (let hour = 0; hour < 24 * 366; hour++) {
      const time = new Date(Date.UTC(2026, 0, 1) + hour * 3_600_000)
      expect(dayOf(time.toISOString())).toBe(
        time.toLocaleDateString('sv-SE', { timeZone: 'Australia/Lord_Howe' }),
      )
    }
  })

  it('refuses a zone that nobody knows', () => {
    expect(() => createCalendar('Mars/Base')).toThrow(RangeError)
  })
})

describe('computeToolReport', () => {
  it('puts the tool first whose results are the largest, and says how it knows', () => {
    const call = (tool: string, resultTokens: number, session = 's1') => ({
      id: `${Math.random()}`,
      tool,
      resultTokens,
      at: null,
      session,
      project: '/p',
    })
    const report = computeToolReport([call('Read', 10), call('Bash', 60), call('Read', 30, 's2')])
    expect(report.rows).toMatchObject([
      { tool: 'Bash', calls: 1, resultTokens: 60, share: 0.6 },
      { tool: 'Read', calls: 2, resultTokens: 40, maxTokens: 30, sessions: 2, share: 0.4 },
    ])
    expect(report.total).toEqual({ calls: 3, resultTokens: 100, maxTokens: 60, sessions: 2 })
    expect(report.estimate).toContain('estimated')
    expect(computeToolReport([]).rows).toEqual([])
  })
})
