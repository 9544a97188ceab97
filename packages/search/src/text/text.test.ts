import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryText } from '../testing/arbitrary-lines.ts'
import { ANYWHERE, CAPITAL, classOf, LETTER, SEPARATOR } from './character-class.ts'
import { foldText, normalizeText } from './fold-text.ts'
import { eachTerm, isWordStart } from './word-runs.ts'

function termsOf(text: string): readonly string[] {
  const terms: string[] = []
  const normalized = normalizeText(text)
  eachTerm(normalized, (start, end) => terms.push(normalized.slice(start, end)))
  return terms
}

describe('folding', () => {
  it('keeps every character at its place, and in the class of a word or of none', () => {
    const odd: string[] = []
    for (let point = 0; point <= 0x10ffff; point++) {
      const normalized = normalizeText(String.fromCodePoint(point))
      const folded = foldText(normalized)
      let isKept = folded.length === normalized.length
      for (let at = 0; at < folded.length; at++)
        isKept &&= isWord(folded.charCodeAt(at)) === isWord(normalized.charCodeAt(at))
      if (!isKept) odd.push(point.toString(16))
    }
    expect(odd).toEqual([])
  })

  it('gives the same for a text and for its pieces', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (one, other) => {
        const whole = normalizeText(one + other)
        for (let cut = 0; cut <= whole.length; cut++) {
          const isPair = (whole.charCodeAt(cut) & 0xfc00) === 0xdc00
          if (!isPair)
            expect(foldText(whole.slice(0, cut)) + foldText(whole.slice(cut))).toBe(foldText(whole))
        }
      }),
      { numRuns: 200 },
    )
  })
})

function isWord(unit: number): boolean {
  const kind = classOf(unit)
  return kind === LETTER || kind === CAPITAL
}

describe('terms', () => {
  it('begin where words and their parts begin', () => {
    expect(termsOf('parseHTMLText of get_userName v2')).toEqual([
      'parseHTML',
      'HTMLText',
      'Text',
      'of',
      'get',
      'userName',
      'Name',
      'v2',
    ])
  })

  it('are pairs in scripts without blanks', () => {
    expect(termsOf('配置文 a')).toEqual(['配置', '置文', '文', 'a'])
    expect(classOf('配'.charCodeAt(0))).toBe(ANYWHERE)
    expect(classOf('_'.charCodeAt(0))).toBe(SEPARATOR)
  })

  it('do not take encoded bytes apart', () => {
    const key = 'aB'.repeat(40)
    expect(termsOf(key)).toEqual([key.slice(0, 9)])
  })

  it('begin exactly where a word may be found', () => {
    fc.assert(
      fc.property(arbitraryText, text => {
        const normalized = normalizeText(text)
        const starts = new Set<number>()
        eachTerm(normalized, start => starts.add(start))
        for (let at = 0; at < normalized.length; at++)
          if (isWord(normalized.charCodeAt(at))) expect(isWordStart(normalized, at)).toBe(starts.has(at))
      }),
      { numRuns: 500 },
    )
  })
})
