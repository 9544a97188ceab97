import { describe, expect, it } from 'vitest'
import { graphemesOf, textWidth } from './text-width.ts'

describe('textWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['灯塔', 4],
    ['ｆｕｌｌ', 8],
    ['한글', 4],
    ['📄', 2],
    ['⚠️', 2],
    ['⚠', 1],
    ['👩‍🚀', 2],
    ['🇩🇰', 2],
    ['a\u200bb', 2],
    ['✓ │ ● …', 7],
  ])('measures %j as %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('graphemesOf', () => {
  it('keeps together what a person takes for one character', () => {
    expect([...graphemesOf('e\u0301👩‍🚀灯')]).toEqual(['e\u0301', '👩‍🚀', '灯'])
  })
})
