import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textWidth } from '../terminal/text-width.ts'
import { layoutText } from './layout-text.ts'

describe('layoutText', () => {
  it('breaks lines and finds the cursor', () => {
    expect(layoutText('one two\nthree', 10, 4)).toEqual({
      rows: ['one ', 'two', 'thre', 'e'],
      cursor: { line: 2, column: 2 },
    })
  })

  it('gives the cursor behind a full row one of its own', () => {
    expect(layoutText('abcd', 4, 4)).toEqual({ rows: ['abcd', ''], cursor: { line: 1, column: 0 } })
  })

  it('counts wide signs as two columns and breaks none', () => {
    expect(layoutText('漢字漢', 1, 5)).toEqual({ rows: ['漢字', '漢'], cursor: { line: 0, column: 2 } })
  })

  it('loses nothing, and no row is too wide', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '漢', '👨‍👩‍👧', 'é', '🇨🇳') })
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 12 }), fc.nat(), (text, columns, at) => {
        const { rows, cursor } = layoutText(text, at % (text.length + 1), columns)
        expect(rows.join('')).toBe(text.replaceAll('\n', ''))
        for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(columns)
        expect(cursor.line).toBeLessThan(rows.length)
        expect(cursor.column).toBeLessThanOrEqual(textWidth(rows[cursor.line] ?? ''))
      }),
    )
  })
})
