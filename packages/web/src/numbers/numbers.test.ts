import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMonday, findPeriodWithData, toDayRange, toRowRange } from '../dates/numbers-period.ts'
import { NUMBERS_ENGLISH } from '../language/numbers-texts.ts'
import { formatKey, formatShare, formatTokens, formatUsd, formatUsdTick } from '../parts/format-numbers.ts'
import { computeAreaPath, computeBands, listUsedParts } from './compute-bands.ts'
import { computeColumns, computeLabelPlaces } from './compute-columns.ts'
import { computeStack, stackHeight } from './compute-stack.ts'
import { computeTicks } from './compute-ticks.ts'
import { findNearest } from './context-plot.tsx'
import { formatChoice, parseChoice, toQuestion } from './numbers-choice.ts'

const amount = fc.double({ min: 0, max: 1e12, noNaN: true })

describe('ticks', () => {
  it('begin at zero, are even, and end at or above the largest value, by less than a step', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1e15, noNaN: true }),
        fc.integer({ min: 1, max: 10 }),
        (max, count) => {
          const { values, top, step } = computeTicks(max, count)
          expect(values[0]).toBe(0)
          expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-8))
          expect(top - step).toBeLessThan(max)
          expect(values.length - 1).toBeLessThanOrEqual(count)
          for (const [index, value] of values.entries()) expect(value).toBeCloseTo(index * step, 5)
          expect([1, 2, 5]).toContain(Number(step.toExponential(6).split('e')[0]))
        },
      ),
    )
  })
  it('are there for nothing at all', () => {
    for (const max of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(computeTicks(max, 4).top).toBeGreaterThan(0)
  })
})

describe('a stack', () => {
  it('leaves no gap, loses nothing, and is as high as its parts', () => {
    fc.assert(
      fc.property(fc.array(amount), values => {
        const parts = computeStack(values)
        parts.forEach(({ from, to }, index) => {
          expect(from).toBe(index === 0 ? 0 : parts[index - 1]!.to)
          expect(to - from).toBeCloseTo(values[index]!, 2)
        })
        expect(stackHeight(values)).toBe(parts.at(-1)?.to ?? 0)
      }),
    )
  })
  it('takes what is no amount for nothing', () => {
    expect(computeStack([1, Number.NaN, -5, Number.POSITIVE_INFINITY, 2]).at(-1)).toEqual({ from: 1, to: 3 })
  })
})

describe('columns', () => {
  const shape = fc.record({
    count: fc.integer({ min: 1, max: 200 }),
    width: fc.integer({ min: 200, max: 2000 }),
  })
  it('stand inside the width, in their order, none on another, and are found where they stand', () => {
    fc.assert(
      fc.property(shape, ({ count, width }) => {
        const columns = computeColumns(count, width)
        for (let index = 0; index < count; index++) {
          const left = columns.left(index)
          expect(left).toBeGreaterThanOrEqual(index * columns.step - 1e-6)
          expect(left + columns.width).toBeLessThanOrEqual((index + 1) * columns.step + 1e-6)
          expect(columns.at(left + columns.width / 2)).toBe(index)
        }
        expect(columns.at(-50)).toBe(0)
        expect(columns.at(width + 50)).toBe(count - 1)
      }),
    )
  })
  it('have labels that do not touch, the last one among them', () => {
    fc.assert(
      fc.property(shape, ({ count, width }) => {
        const places = computeLabelPlaces(count, width, 60)
        expect(places.at(-1)).toBe(count - 1)
        const step = width / count
        for (let index = 1; index < places.length; index++)
          expect((places[index]! - places[index - 1]!) * step).toBeGreaterThanOrEqual(59.9)
      }),
    )
  })
})

describe('an area', () => {
  it('goes there along its upper edge and back along its lower', () => {
    const upper = [
      { x: 0, y: 1 },
      { x: 2, y: 3 },
    ]
    expect(
      computeAreaPath(
        upper,
        upper.map(({ x }) => ({ x, y: 9 })),
      ),
    ).toBe('M0 1L2 3L2 9L0 9Z')
    expect(computeAreaPath([], [])).toBe('')
  })
  it('finds the nearest place', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1000), { minLength: 1 }), fc.nat(1000), (some, wanted) => {
        const places = some.sort((one, other) => one - other)
        const found = places[findNearest(places, wanted)]!
        for (const place of places)
          expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.abs(place - wanted))
      }),
    )
  })
})

describe('periods', () => {
  it('end today and have as many days as they say', () => {
    expect(toDayRange('week', '2026-03-03')).toEqual({ since: '2026-02-25', until: '2026-03-03' })
    expect(toDayRange('month', '2026-03-03')).toEqual({ since: '2026-02-02', until: '2026-03-03' })
    expect(toDayRange('quarter', '2026-03-03')).toEqual({ since: '2025-12-04', until: '2026-03-03' })
    expect(toDayRange('year', '2026-03-03')).toEqual({ since: '2025-03-04', until: '2026-03-03' })
    expect(toDayRange('all', '2026-03-03')).toEqual({})
  })
  it('that open the page are the shortest with something in them', () => {
    const find = (last: string): string => findPeriodWithData(last, '2026-11-15')
    expect(
      ['2026-11-15', '2026-10-17', '2026-10-16', '2026-08-18', '2026-08-17', '2025-11-15'].map(find),
    ).toEqual([...['month', 'month', 'quarter', 'quarter', 'year', 'all']])
  })
  it('of a row are its days', () => {
    expect(toRowRange('day', '2026-02-03')).toEqual({ since: '2026-02-03', until: '2026-02-03' })
    expect(toRowRange('month', '2024-02')).toEqual({ since: '2024-02-01', until: '2024-02-29' })
    expect(toRowRange('week', '2026-W01')).toEqual({ since: '2025-12-29', until: '2026-01-04' })
    expect(toRowRange('model', '2026-02')).toBeNull()
  })
  it('of a week begin on a Monday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1970, max: 2100 }), fc.integer({ min: 1, max: 52 }), (year, week) => {
        const monday = findMonday(`${year}-W${String(week).padStart(2, '0')}`)
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1)
      }),
    )
  })
})

describe('the bands of a context', () => {
  const parts = fc.record({
    user: fc.nat(1000),
    assistant: fc.nat(1000),
    calls: fc.nat(1000),
    results: fc.nat(1000),
    attachments: fc.constant(0),
    memory: fc.nat(10),
    prompt: fc.nat(1000),
    system: fc.nat(1000),
    unexplained: fc.nat(1000),
  })
  it('leave out what no answer has, and lie on top of each other inside the plot', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 9 }), all => {
        const points = all.map((one, index) => {
          const tokens = Object.values(one).reduce((sum, part) => sum + part, 0)
          return { index, at: null, model: '', tokens, maxTokens: 200_000, parts: one, place: null }
        })
        const report = { answers: points.length, points, compactions: [] }
        const bands = computeBands(report, { width: 100, y: value => 4000 - value })
        expect(bands.map(({ part }) => part)).toEqual(listUsedParts(report))
        expect(bands.map(({ part }) => part)).not.toContain('attachments')
        for (const { path } of bands)
          for (const [, x, y] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
            expect(Number(x)).toBeLessThanOrEqual(100)
            expect(Number(y)).toBeLessThanOrEqual(4000)
          }
      }),
    )
  })
})

describe('a choice', () => {
  it('comes back as it was kept, but for days and directories', () => {
    const choice = { ...parseChoice(null), period: 'own' as const, by: 'tool' as const, project: '/p' }
    expect(parseChoice(formatChoice(choice))).toEqual({ ...choice, period: null, project: null })
    expect(parseChoice(formatChoice({ ...choice, period: 'year' })).period).toBe('year')
  })
  it('takes whatever was kept', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => parseChoice(text).range !== undefined))
  })
  it('asks for its days', () => {
    const choice = { ...parseChoice(null), period: 'own' as const, range: { since: '2026-01-01' } }
    expect(toQuestion(choice, '2026-11-15')).toMatchObject({
      since: '2026-01-01',
      by: 'model',
      stack: 'model',
    })
    // The bars are made of what the table has rows for.
    expect(toQuestion({ ...choice, by: 'project' }, '2026-11-15')).toMatchObject({ stack: 'project' })
    expect(toQuestion({ ...choice, by: 'tool' }, '2026-11-15')).toMatchObject({ stack: 'tool' })
    expect(toQuestion({ ...choice, by: 'day' }, '2026-11-15')).toMatchObject({ stack: 'model' })
    expect(toQuestion({ ...choice, period: 'all' }, '2026-11-15')).not.toHaveProperty('since')
  })
})

describe('numbers in words', () => {
  it('have as many digits as they need', () => {
    expect([0, 0.0012, 0.42, 12.345, 123_456].map(usd => formatUsd(usd, 'en'))).toEqual([
      '$0.00',
      '$0.0012',
      '$0.42',
      '$12.35',
      '$123,456',
    ])
    expect([0, 0.5, 1].map(usd => formatUsdTick(usd, 0.5, 'en'))).toEqual(['$0.0', '$0.5', '$1.0'])
    expect([812, 18_500, 1_234_567].map(tokens => formatTokens(tokens, 'en'))).toEqual([
      '812',
      '18.5K',
      '1.23M',
    ])
    expect([0, 0.034, 0.91].map(share => formatShare(share, 'en'))).toEqual(['0%', '3.4%', '91%'])
  })
  it('name rows by what they are', () => {
    const words = { texts: NUMBERS_ENGLISH, language: 'en' }
    expect(formatKey('day', '2026-02-03', words)).toBe('Tue, Feb 3, 2026')
    expect(formatKey('week', '2026-W06', words)).toBe('Week of Feb 2, 2026')
    expect(formatKey('month', '2026-02', words)).toBe('Feb 2026')
    expect(formatKey('model', null, words)).toBe('No model')
    expect(formatKey('day', 'never', words)).toBe('never')
  })
})
