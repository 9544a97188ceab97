import { describe, expect, it } from 'vitest'
import { findDayBreak } from './day-line.tsx'

const at = (time: string): { readonly at: string } => ({ at: time })
const breaks = (...times: string[]): boolean[] => {
  const items = times.map(at)
  return items.map((_, index) => findDayBreak(items, index) !== undefined)
}

describe('findDayBreak', () => {
  it('names the first item and each with which another day begins', () => {
    const times = ['2026-11-13T10:00:00', '2026-11-13T23:59:59', '2026-11-14T00:00:00', '2026-11-14T00:00:01']
    expect(breaks(...times)).toEqual([true, false, true, false])
    expect(findDayBreak(times.map(at), 2)).toBe(times[2])
  })

  it('takes what has no time for the day before it', () => {
    expect(breaks('', '2026-11-13T10:00:00', 'never', '2026-11-13T11:00:00')).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(breaks('2026-11-13T10:00:00', 'never', '2026-11-14T10:00:00')).toEqual([true, false, true])
    expect(findDayBreak([], 0)).toBeUndefined()
  })
})
