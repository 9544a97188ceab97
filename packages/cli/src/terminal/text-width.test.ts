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
    ['naïve – “quoted” × 3 → ≤ 5', 26],
    ['ё', 1],
    ['е\u0308', 1],
    ['a\u00adb', 2],
  ])('measures %j as %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })
})

describe('graphemesOf', () => {
  it('keeps together what a person takes for one character', () => {
    expect([...graphemesOf('e\u0301👩‍🚀灯')]).toEqual(['e\u0301', '👩‍🚀', '灯'])
  })
})

it('takes for one column each what joins nothing, as the tables of Unicode do', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (let code = 0x20; code < 0x2800; code++) {
    const sign = String.fromCharCode(code)
    const known = /\p{Cc}|\p{Cf}|\p{M}/u.test(sign) ? 0 : /\p{Emoji_Presentation}/u.test(sign) ? 2 : 1
    // Hangul is the one script below that is wide.
    if (code < 0x1100 || code > 0x115f) expect([sign, textWidth(sign)]).toEqual([sign, known])
    const pair = `${sign}a${sign}`
    expect([...graphemesOf(pair)]).toEqual([...segmenter.segment(pair)].map(({ segment }) => segment))
  }
})
