import { describe, expect, it } from 'vitest'
import { computePace } from './compute-pace.ts'

const pace = (spentUsd: number, today: string, alertPercent = 80): ReturnType<typeof computePace> =>
  computePace({ spentUsd, budgetUsd: 250, alertPercent, today })

describe('computePace', () => {
  it('warns with the day on which the budget ends at this rate', () => {
    expect(pace(182.4, '2026-11-15')).toMatchObject({ state: 'ahead', endsOn: '2026-11-21', gone: 0.5 })
  })
  it('is within where less is used than of the month is over', () => {
    expect(pace(100, '2026-11-15')).toMatchObject({ state: 'within', endsOn: null, share: 0.4 })
    expect(pace(0, '2026-11-01')).toMatchObject({ state: 'within', share: 0 })
    // To the cent: nothing is left on the last day, and nothing is missing before.
    expect(pace(125, '2026-11-15')).toMatchObject({ state: 'within' })
  })
  it('is near where the person asked to be warned, though the rate would do', () => {
    expect(pace(200, '2026-11-29')).toMatchObject({ state: 'near', share: 0.8 })
    expect(pace(199, '2026-11-29')).toMatchObject({ state: 'within' })
    expect(pace(100, '2026-11-15', 40)).toMatchObject({ state: 'near' })
    expect(pace(182.4, '2026-11-15', 40)).toMatchObject({ state: 'ahead' })
  })
  it('is over where all is used, and knows how long months are', () => {
    expect(pace(250, '2026-11-02')).toMatchObject({ state: 'over', endsOn: null })
    expect(pace(1, '2024-02-29').gone).toBe(1)
    expect(pace(1, '2026-02-14').gone).toBe(0.5)
  })
})
