import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFilters, removeFilter, toFindQuery } from './read-filters.ts'
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

describe('readFilters', () => {
  it('finds the filters in what is typed and takes one out', () => {
    const query = 'slow tool:Bash list project:"my app"'
    const filters = readFilters(query)
    expect(filters.map(({ text }) => text)).toEqual(['tool:Bash', 'project:"my app"'])
    expect(removeFilter(query, filters[0] ?? { text: '', start: 0 })).toBe('slow list project:"my app"')
    expect(readFilters('http://tool:80 is:')).toEqual([])
  })
  it('looks for each word of a search in its session', () => {
    expect(toFindQuery('slow "the list" tool:Bash -fast')).toBe('"slow" "the list" tool:Bash -fast')
  })
})
