import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CronTimes, nextCronTime, parseCron } from './cron-expression.ts'

const times = (text: string): CronTimes => {
  const parsed = parseCron(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed
}

const at = (text: string): number => new Date(text).getTime()

describe('a cron expression', () => {
  it.each([
    ['*/5 * * * *', '2026-11-16T10:00:30', '2026-11-16T10:05:00'],
    ['0 9 * * 1-5', '2026-11-13T09:00:00', '2026-11-16T09:00:00'],
    ['30 14 28 2 *', '2026-03-01T00:00:00', '2027-02-28T14:30:00'],
    ['0 0 29 2 *', '2026-11-16T00:00:00', '2028-02-29T00:00:00'],
    ['0 12 1 * 0', '2026-11-16T12:00:00', '2026-11-22T12:00:00'],
    ['0 12 * * 7', '2026-11-16T12:00:00', '2026-11-22T12:00:00'],
    ['5/20 8,20 * * *', '2026-11-16T08:25:00', '2026-11-16T08:45:00'],
  ])('%s after %s is %s', (text, after, next) => {
    expect(nextCronTime(times(text), at(after))).toBe(at(next))
  })

  it.each([
    '* * * *',
    '60 * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    'x * * * *',
    '0 0 0 * *',
    '1,,2 * * * *',
    '',
  ])('%j is refused with a reason', text => {
    expect(parseCron(text)).toMatchObject({ problem: expect.stringMatching(/needs|is no/) })
  })

  it('that never comes ends the search', () => {
    expect(nextCronTime(times('0 0 30 2 *'), at('2026-11-16T00:00:00'))).toBe(null)
  })

  it('is always ahead, on a whole minute, with nothing left out before it', () => {
    const moment = fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2035-01-01T00:00:00') })
    const step = fc.integer({ min: 1, max: 59 })
    fc.assert(
      fc.property(moment, step, (after, minutes) => {
        const parsed = times(`*/${minutes} * * * *`)
        const next = nextCronTime(parsed, after)
        expect(next).toBeGreaterThan(after)
        expect(new Date(next ?? 0).getMinutes() % minutes).toBe(0)
        expect(nextCronTime(parsed, (next ?? 0) - 1)).toBe(next)
        expect((next ?? 0) - after).toBeLessThanOrEqual(60 * 60_000)
      }),
    )
  })
})
