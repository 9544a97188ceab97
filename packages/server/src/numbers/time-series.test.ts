import { NO_USAGE_SUM } from '@antiphon/core/usage'
import { createCalendar, type SessionAnswer } from '@antiphon/search'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeTimeSeries, MAX_BARS, MAX_PARTS, type TimeSeriesOptions } from './compute-time-series.ts'
import { countUnits, nextUnit, startOfUnit } from './time-units.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2026-11-15'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const unit = fc.constantFrom('day' as const, 'week' as const, 'month' as const)

const answer = fc
  .record({ at: fc.option(day.map(one => `${one}T12:00:00.000Z`)), model: fc.nat(12), input: fc.nat(1000) })
  .map(
    ({ at, model, input }): SessionAnswer => ({
      id: 'a',
      model: `claude-${model}`,
      usage: { ...NO_USAGE_SUM, input_tokens: input },
      isSubagent: false,
      at,
      session: 's',
      project: '/p',
      agent: null,
      visibleTokens: 0,
    }),
  )

const calendar = createCalendar('UTC')

function series(options: Partial<TimeSeriesOptions>): ReturnType<typeof computeTimeSeries> {
  return computeTimeSeries({
    answers: [],
    stack: 'model',
    unit: null,
    since: null,
    until: null,
    today: '2026-11-15',
    calendar,
    ...options,
  })
}

describe('units of time', () => {
  it('follow each other without a gap, and a day lies in one of them', () => {
    fc.assert(
      fc.property(day, unit, (one, size) => {
        const start = startOfUnit(one, size)
        expect(start <= one && one < nextUnit(start, size)).toBe(true)
        expect(startOfUnit(nextUnit(start, size), size)).toBe(nextUnit(start, size))
        expect(countUnits(one, nextUnit(start, size), size)).toBe(2)
      }),
    )
  })
  it('know leap years and Mondays', () => {
    expect(nextUnit('2024-02-01', 'month')).toBe('2024-03-01')
    expect(startOfUnit('2026-11-15', 'week')).toBe('2026-11-09')
    expect(countUnits('2026-01-31', '2026-02-01', 'month')).toBe(2)
  })
})

describe('bars over time', () => {
  it('lose no answer that they do not tell of, and are never too many', () => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 40 }), fc.option(unit), (answers, wanted) => {
        const { bars, names, leftOut, unit: size } = series({ answers, unit: wanted })
        const drawn = bars.flatMap(({ tokens }) => tokens).reduce((sum, tokens) => sum + tokens, 0)
        const all = answers.reduce((sum, { usage }) => sum + usage.input_tokens, 0)
        if (leftOut === 0) expect(drawn).toBe(all)
        else expect(drawn).toBeLessThanOrEqual(all)
        expect(bars.length).toBeGreaterThan(0)
        expect(bars.length).toBeLessThanOrEqual(MAX_BARS)
        expect(names.length).toBeLessThanOrEqual(MAX_PARTS)
        bars.forEach(({ from, costs, tokens }, index) => {
          expect([costs.length, tokens.length]).toEqual([names.length, names.length])
          if (index > 0) expect(from).toBe(nextUnit(bars[index - 1]!.from, size))
        })
      }),
    )
  })
  it('show the whole period, and become coarser where it is long', () => {
    expect(series({ since: '2026-11-09', until: '2026-11-15' }).bars).toHaveLength(7)
    expect(series({ since: '2025-11-16', until: '2026-11-15' })).toMatchObject({ unit: 'week' })
    expect(series({ since: '2016-01-01', until: '2026-11-15' })).toMatchObject({ unit: 'month' })
    expect(series({ since: '2026-10-01', until: '2026-11-15', unit: 'month' }).bars).toHaveLength(2)
  })
})
