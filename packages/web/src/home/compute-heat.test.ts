import type { HomeDay } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { computeHeat } from './compute-heat.ts'

const on = (day: string, sessions: number): HomeDay => ({ day, sessions, answers: sessions, costUsd: 0 })

describe('computeHeat', () => {
  it('has 53 weeks from Monday on, and ends today', () => {
    const { weeks } = computeHeat([], '2026-11-16')
    expect(weeks).toHaveLength(53)
    expect(weeks.slice(0, -1).every(week => week.length === 7)).toBe(true)
    expect(weeks.at(-1)?.map(({ day }) => day)).toEqual(['2026-11-16'])
    expect(weeks[0]?.[0]?.day).toBe('2025-11-17')
    expect(weeks.flat().every(({ step }) => step === 0)).toBe(true)
  })
  it('steps by quarters of the days with anything on them', () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 40].map((sessions, index) => on(`2026-11-0${index + 1}`, sessions))
    const steps = computeHeat(days, '2026-11-15')
      .weeks.flat()
      .filter(({ sessions }) => sessions > 0)
      .map(({ step }) => step)
    expect(steps).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  })
  it('counts and steps by the days that are drawn, not by those before', () => {
    const { activeDays, weeks } = computeHeat([on('2025-11-16', 40), on('2026-11-01', 1)], '2026-11-16')
    expect(activeDays).toBe(1)
    expect(weeks.flat().filter(({ step }) => step > 0)).toHaveLength(1)
  })
  it('gives a quiet year where all days are alike its first step, and names months where they begin', () => {
    const { weeks, months, activeDays } = computeHeat(
      [on('2026-10-01', 1), on('2026-10-02', 1)],
      '2026-11-15',
    )
    expect(weeks.flat().filter(({ step }) => step === 1)).toHaveLength(2)
    expect(activeDays).toBe(2)
    expect(months.map(({ day }) => day)).toContain('2026-10-01')
    expect(months).toHaveLength(12)
  })
})
