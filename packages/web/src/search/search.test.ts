import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitMarks } from './split-marks.ts'

describe('splitMarks', () => {
  it('cuts at the marks', () => {
    expect(splitMarks('one two', [[4, 7]])).toEqual([
      { text: 'one ', isMarked: false },
      { text: 'two', isMarked: true },
    ])
  })
  it('loses nothing, whatever the marks are', () => {
    const marks = fc.array(fc.tuple(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -5, max: 40 })))
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), marks, (text, pairs) => {
        expect(
          splitMarks(text, pairs)
            .map(part => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
