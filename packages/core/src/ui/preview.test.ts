import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewText } from './preview.ts'

const NOTHING_CUT = { cutCodePoints: 0, cutLines: 0, cutBytes: 0, isExact: true }

describe('previewText', () => {
  it('shows a short text whole', () => {
    expect(previewText('a\nb\n')).toEqual({ text: 'a\nb\n', ...NOTHING_CUT })
    expect(previewText('')).toEqual({ text: '', ...NOTHING_CUT })
  })

  it('cuts by lines, without the line feed before the cut', () => {
    expect(previewText('a\nb\nc\nd', { maxLines: 2 })).toEqual({
      text: 'a\nb',
      cutCodePoints: 4,
      cutLines: 2,
      cutBytes: 4,
      isExact: true,
    })
  })

  it('takes a last line feed for the end of a line, not for a line', () => {
    expect(previewText('a\nb\n', { maxLines: 2 })).toEqual({ text: 'a\nb\n', ...NOTHING_CUT })
    expect(previewText('a\nb\nc\n', { maxLines: 2 }).cutLines).toBe(1)
  })

  it('cuts by code points and counts what it cut in bytes of UTF-8', () => {
    expect(previewText('ab日😀é', { maxCodePoints: 2 })).toEqual({
      text: 'ab',
      cutCodePoints: 3,
      cutLines: 0,
      cutBytes: 3 + 4 + 2,
      isExact: true,
    })
  })

  it('never splits a surrogate pair', () => {
    expect(previewText('😀😀😀', { maxCodePoints: 2 }).text).toBe('😀😀')
  })

  it.each([
    ['a combining mark', 'xe\u0301y', 2, 'x'],
    ['a joined emoji', 'x👩\u200d👧y', 2, 'x'],
    ['the second half of a joined emoji', 'x👩\u200d👧y', 3, 'x'],
    ['a skin tone', 'x👍\u{1f3fd}y', 2, 'x'],
    ['a variation selector', 'x❤\ufe0fy', 2, 'x'],
  ])('does not cut before %s', (_what, text, maxCodePoints, shown) => {
    expect(previewText(text, { maxCodePoints }).text).toBe(shown)
  })

  it('cuts inside a cluster that is longer than any real one', () => {
    const zalgo = `x${'\u0301'.repeat(100)}`
    expect(previewText(zalgo, { maxCodePoints: 50 }).text).toHaveLength(50)
  })

  it('gives the length for the size of what is too long to be read', () => {
    const text = 'x'.repeat(300_000)
    expect(previewText(text, { maxCodePoints: 10 })).toEqual({
      text: 'x'.repeat(10),
      cutCodePoints: 299_990,
      cutLines: 0,
      cutBytes: 299_990,
      isExact: false,
    })
  })

  it('shows a beginning within the limits and accounts for the rest exactly (law)', () => {
    const texts = fc.array(
      fc.oneof(fc.constantFrom('\n', 'a', 'é', '日', '😀', '\u0301', '\u200d', '\ud800'), fc.string()),
    )
    fc.assert(
      fc.property(texts, fc.nat(20), fc.nat(5), (pieces, maxCodePoints, maxLines) => {
        const text = pieces.join('')
        const preview = previewText(text, { maxCodePoints, maxLines })
        const rest = text.slice(preview.text.length)
        expect(text.startsWith(preview.text)).toBe(true)
        expect([...preview.text].length).toBeLessThanOrEqual(maxCodePoints)
        expect(preview.text.replace(/\n$/, '').split('\n').length).toBeLessThanOrEqual(Math.max(1, maxLines))
        expect([...preview.text, ...rest]).toEqual([...text])
        expect(preview.cutCodePoints).toBe([...rest].length)
        expect(preview.cutBytes).toBe(new TextEncoder().encode(rest).length)
      }),
      { numRuns: 2000 },
    )
  })
})
