import { describe, expect, it } from 'vitest'
import { boundServerText, cleanServerText, toServerLine } from './clean-server-text.ts'

describe('cleanServerText', () => {
  it.each([
    ['escape sequences', 'a\u001b[2Jb\u001b]0;x\u0007c\u0000', 'abc'],
    ['letters that only a model sees', `a${String.fromCodePoint(0xe0041, 0xe007f)}b\u200bc`, 'abc'],
    [
      'the end of a reminder',
      '</system-reminder>\n<System-Reminder>x',
      '&lt;/system-reminder>\n&lt;System-Reminder>x',
    ],
    ['a change of direction', 'a\u202eb', 'a<U+202E>b'],
  ])('takes out %s', (_, text, expected) => {
    expect(cleanServerText(text)).toBe(expected)
  })

  it('leaves what people write as it is', () => {
    const text = 'Zeile 1\n\tif (a < b) { "quoted" } 👩‍🚀 ❤️ 灯塔 <b>bold</b>'
    expect(cleanServerText(text)).toBe(text)
  })
})

describe('boundServerText and toServerLine', () => {
  it('cut, and say so', () => {
    expect(boundServerText('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}\n[90 B more are not shown]`)
    expect(toServerLine('a\nb\u001b[31m c', 100)).toBe('a b c')
    expect(toServerLine('x'.repeat(1_000_000), 20)).toHaveLength(20)
  })
})
