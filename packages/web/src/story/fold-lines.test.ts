import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLines } from './fold-lines.ts'

const numbered = (lines: number): string => Array.from({ length: lines }, (_, index) => index + 1).join('\n')

describe('foldLines', () => {
  it('shows four lines and four, and of what failed the last six', () => {
    expect(foldLines(numbered(46), 'both')).toEqual({
      head: '1\n2\n3\n4',
      tail: '43\n44\n45\n46',
      hidden: 38,
      lines: 46,
    })
    expect(foldLines(numbered(44), 'end')).toMatchObject({
      head: '',
      tail: '39\n40\n41\n42\n43\n44',
      hidden: 38,
    })
  })

  it('shows all of what is hardly longer', () => {
    expect(foldLines(numbered(10), 'both')).toMatchObject({ head: numbered(10), hidden: 0 })
  })

  it('loses no line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string().filter(line => !line.includes('\n'))),
        fc.boolean(),
        (lines, isEnd) => {
          const text = lines.join('\n')
          const { head, tail, hidden, lines: all } = foldLines(text, isEnd ? 'end' : 'both')
          const count = (part: string): number => (part === '' ? 0 : part.split('\n').length)
          if (hidden === 0) expect(head).toBe(text)
          else expect([head, tail].reduce((sum, part) => sum + count(part), hidden)).toBeLessThanOrEqual(all)
        },
      ),
    )
  })
})
