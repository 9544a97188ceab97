import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToWidth, textWidth } from './text-width.ts'

describe('cutToWidth', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['one more than fits', 9, 'one more…'],
    ['灯塔在整点', 6, '灯塔…'],
    ['a👩‍🚀b', 3, 'a…'],
  ])('cuts %j to %i columns', (text, width, cut) => {
    expect(cutToWidth(text, width)).toBe(cut)
  })

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        (text, width) => {
          expect(textWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reads only the head of a huge text', () => {
    expect(cutToWidth('x'.repeat(5_000_000), 5)).toBe('xxxx…')
  })
})
