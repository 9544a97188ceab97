import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitAnsi } from './split-ansi.ts'

describe('splitAnsi', () => {
  it('keeps colours and styles, and nothing else that a terminal obeys', () => {
    expect(
      splitAnsi('a\u001b[1;31mred\u001b[0m b\u001b[38;5;46mgreen\u001b[39m\u001b[2Jc\u001b]0;title\u0007d'),
    ).toEqual([
      { text: 'a', look: {} },
      { text: 'red', look: { color: 'var(--bad)', fontWeight: 700 } },
      { text: ' b', look: {} },
      { text: 'green', look: { color: 'var(--good)' } },
      { text: expect.stringMatching(/^c.*d$/), look: {} },
    ])
    expect(splitAnsi('\u001b[38;2;10;20;250mblue').map(({ look }) => look)).toEqual([
      { color: 'var(--accent)' },
    ])
    expect(splitAnsi('plain')).toEqual([{ text: 'plain', look: {} }])
  })
  it('takes any text, and leaves no control character in it', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b[', '31m', '\u001b[38;5;', '999m', 'm'),
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const text = splitAnsi(pieces.join(''))
          .map(run => run.text)
          .join('')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be left
        expect(text).not.toMatch(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/)
      }),
    )
  })
  it('ends where nobody reads any more', () => {
    expect(splitAnsi('\u001b[31mx\u001b[0my'.repeat(5000)).length).toBeLessThan(2100)
  })
})
