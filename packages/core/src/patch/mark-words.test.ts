import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MarkedText, markWords } from './mark-words.ts'

const draw = (texts: readonly MarkedText[] = []): string =>
  texts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

describe('markWords', () => {
  it('marks the words that differ', () => {
    const marked = markWords('  const drift = start + 4', '  const drift = begin + 40')
    expect(draw(marked?.before)).toBe('  const drift = [start] + [4]')
    expect(draw(marked?.after)).toBe('  const drift = [begin] + [40]')
  })

  it('marks what was put in or taken out', () => {
    const marked = markWords('call(one)', 'call(one, two)')
    expect(draw(marked?.before)).toBe('call(one)')
    expect(draw(marked?.after)).toBe('call(one[, two])')
  })

  it('marks nothing of lines that have less than two fifths in common', () => {
    expect(markWords('return early(now)', 'throw new Error(text)')).toBeNull()
    expect(markWords('', 'something')).toBeNull()
  })

  it('loses no letter of either line', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const marked = markWords(before, after)
        if (marked === null) return
        expect(marked.before.map(({ text }) => text).join('')).toBe(before)
        expect(marked.after.map(({ text }) => text).join('')).toBe(after)
      }),
    )
  })

  it('leaves lines alone that are too long to compare', () => {
    expect(markWords('a '.repeat(2000), 'a '.repeat(2001))).toBeNull()
  })
})
