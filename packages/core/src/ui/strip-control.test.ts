import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripControl } from './strip-control.ts'

describe('stripControl', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['cursor movement', 'a\u001b[2J\u001b[Hb', 'ab'],
    ['a window title', '\u001b]0;owned\u0007text', 'text'],
    ['a hyperlink', '\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['a clipboard write', 'x\u001b]52;c;aGk=\u009cy', 'xy'],
    ['device control', '\u001bP1$tx\u001b\\y', 'y'],
    ['one-byte introducers', '\u009b31mred\u009d0;t\u0007', 'red'],
    ['two-character escapes', '\u001bcreset\u001b(B', 'reset'],
    ['bells, backspaces, nulls', 'a\u0007b\u0008c\u0000d\u007fe', 'abcde'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
    ['overrides of direction', 'a\u202eb\u2066c', 'a<U+202E>b<U+2066>c'],
    ['an escape inside an escape', '\u001b\u001b[0m[31mx', '[31mx'],
  ])('takes out %s', (_what, text, clean) => {
    expect(stripControl(text)).toBe(clean)
  })

  it('keeps tabs, line feeds and every other character', () => {
    const text = 'a\tb\nçé 日本 👩‍👩‍👧 עברית \u200f\u2028'
    expect(stripControl(text)).toBe(text)
  })

  it('keeps readable what a sequence without end would have hidden', () => {
    expect(stripControl('\u001b]0;the rest of the text')).toBe('0;the rest of the text')
  })

  it('leaves no control character, and nothing to do the second time (law)', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('\u001b', '\u001b[', '\u001b]', '\u001b\\', '\u0007', '\u009b', '\u009c', '\u009d'),
        fc.constantFrom('\r', '\n', '\t', '31m', ';', '\u202e', '\u2069'),
        fc.string({ unit: 'binary', maxLength: 3 }),
      ),
    )
    fc.assert(
      fc.property(hostile, pieces => {
        const clean = stripControl(pieces.join(''))
        expect(clean.replace(/[\n\t]/g, '')).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u)
        expect(stripControl(clean)).toBe(clean)
      }),
      { numRuns: 2000 },
    )
  })
})
