import { describe, expect, it } from 'vitest'
import { formatSize } from './format-size.ts'

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [512, '512 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1536, '1.5 KB'],
    [12_288, '12 KB'],
    [1_048_575, '1.0 MB'],
    [3_565_158, '3.4 MB'],
    [5 * 2 ** 40, '5.0 TB'],
    [-1, '0 B'],
    [Number.NaN, '0 B'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text)
  })
})
