import { describe, expect, it } from 'vitest'
import { alike, formatDollars, formatLargeNumbers } from './format-alike.ts'

describe('formatLargeNumbers', () => {
  it.each([
    [
      [67_917, 0],
      ['67,917', '0'],
    ],
    [
      [67_917, 112_400, 3],
      ['67.9k', '112.4k', '<0.1k'],
    ],
    [
      [67_917, 18_500_000, 0, 900],
      ['0.07M', '18.50M', '0', '<0.01M'],
    ],
  ])('writes %j in one form', (values, texts) => {
    expect(formatLargeNumbers(values)).toEqual(texts)
  })
})

describe('formatDollars', () => {
  it.each([
    [
      [0.29, 4.23, 0.001, 0],
      ['$0.29', '$4.23', '<$0.01', '$0.00'],
    ],
    [
      [0.29, 0.0012],
      ['$0.2900', '$0.0012'],
    ],
  ])('writes %j in one form', (values, texts) => {
    expect(formatDollars(values)).toEqual(texts)
  })
})

describe('alike', () => {
  it('gives each row its own text', () => {
    const rows = [{ tokens: 5 }, { tokens: 200_000 }]
    expect(rows.map(alike(rows, ({ tokens }) => tokens))).toEqual(['<0.1k', '200.0k'])
  })
})
