import { describe, expect, it } from 'vitest'
import { formatCount, formatLarge, formatNumber } from './format-count.ts'

describe('formatCount', () => {
  it('agrees with its noun', () => {
    expect(formatCount(1, 'message')).toBe('1 message')
    expect(formatCount(1204, 'message')).toBe('1,204 messages')
    expect(formatCount(2, 'retry', 'retries')).toBe('2 retries')
  })
})

describe('formatNumber', () => {
  it('sets thousands apart as English does', () => {
    for (const value of [
      0,
      7,
      999,
      1000,
      12_345.6,
      123_456,
      1_234_567,
      -1,
      -1234,
      2 ** 53 - 1,
      1e21,
      Number.NaN,
    ])
      expect(formatNumber(value)).toBe(Math.round(value).toLocaleString('en-US'))
  })
})

describe('formatLarge', () => {
  it.each([
    [0, '0'],
    [99_999, '99,999'],
    [100_000, '100.0k'],
    [999_949, '999.9k'],
    [999_950, '1.0M'],
    [18_474_246, '18.5M'],
  ])('writes %i as %s', (value, text) => {
    expect(formatLarge(value)).toBe(text)
  })
})
