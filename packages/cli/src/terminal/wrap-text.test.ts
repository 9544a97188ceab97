import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textWidth, wrapText } from './text-width.ts'

describe('wrapText', () => {
  it('keeps words whole where they fit', () => {
    expect(wrapText('the lamp stays dark on the hour', 12)).toEqual(['the lamp', 'stays dark', 'on the hour'])
  })

  it('breaks a word that is wider than the line', () => {
    expect(wrapText('see https://harbour.example/lights', 12)).toEqual([
      'see https://',
      'harbour.exam',
      'ple/lights',
    ])
  })

  it('breaks Chinese anywhere, by columns', () => {
    expect(wrapText('灯塔在整点不闪', 8)).toEqual(['灯塔在整', '点不闪'])
  })

  it('indents what goes on like the line that it continues', () => {
    expect(wrapText('  - one two three four', 14)).toEqual(['  - one two', '    three four'])
    expect(wrapText('12. one two three', 10)).toEqual(['12. one', '    two', '    three'])
  })

  it('keeps empty lines and drops blanks at the end', () => {
    expect(wrapText('a  \n\nb', 10)).toEqual(['a', '', 'b'])
  })

  it('never makes a line wider than asked, and loses nothing but blanks', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'word', ' ', '灯', '📄', 'e\u0301', '\n', '- '),
      maxLength: 80,
    })
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 40 }), (value, width) => {
        const lines = wrapText(value, width)
        expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width)
        expect(lines.join('').replace(/\s/g, '')).toBe(value.replace(/\s/g, ''))
      }),
      { numRuns: 2000 },
    )
  })
})
