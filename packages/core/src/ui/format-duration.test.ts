import { describe, expect, it } from 'vitest'
import { formatDuration } from './format-duration.ts'

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [350.4, '350 ms'],
    [999.6, '1.0 s'],
    [4200, '4.2 s'],
    [59_960, '1 min 0 s'],
    [185_000, '3 min 5 s'],
    [3_599_900, '1 h 0 min'],
    [7_800_000, '2 h 10 min'],
    [-5, '0 ms'],
    [Number.NaN, '0 ms'],
  ])('writes %d as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })
})
