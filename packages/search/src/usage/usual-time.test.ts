import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUsualTime } from './usual-time.ts'

describe('createUsualTime', () => {
  it('reads every time that is written as usual, whichever came before', () => {
    const usualTime = createUsualTime()
    const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })
    fc.assert(
      fc.property(time, fc.nat({ max: 90_000 }), (first, later) => {
        for (const one of [first, first + later]) expect(usualTime(new Date(one).toISOString())).toBe(one)
      }),
    )
  })

  it('reads nothing else', () => {
    const usualTime = createUsualTime()
    expect(usualTime('2026-11-15T10:00:00.000Z')).toBe(Date.UTC(2026, 10, 15, 10))
    for (const at of [
      '2026-11-15T10:00:60.000Z',
      '2026-11-15T10:00:0x.000Z',
      '2026-11-15T10:00:00.00 Z',
      '2026-11-31T10:00:00.000Z',
      '2026-11-15T24:00:00.000Z',
      '2026-11-15T10:00:00Z',
      '2026-11-15 10:00:00.000Z',
      '1969-11-15T10:00:00.000Z',
      '2026-11-15T10:00:00+01:0Z',
      'some day',
      '',
    ])
      expect([at, usualTime(at)]).toEqual([at, Number.NaN])
  })
})
