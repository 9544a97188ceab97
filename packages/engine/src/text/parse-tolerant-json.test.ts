import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTolerantJson, toPlainJson } from './parse-tolerant-json.ts'

describe('parseTolerantJson', () => {
  it.each([
    ['\uFEFF{"a": 1}', { a: 1 }],
    ['// head\n{"a": 1 /* one */, // end\n}', { a: 1 }],
    ['{"a": [1, 2, /* three */ ],}', { a: [1, 2] }],
    [
      '{"a": "// no comment", "b": "/* nor this */", "c": ",]"}',
      {
        a: '// no comment',
        b: '/* nor this */',
        c: ',]',
      },
    ],
    ['{"a": "\\"// still inside"}', { a: '"// still inside' }],
    ['', {}],
    [' \n// only words\n', {}],
    ['[1,]', [1]],
  ])('reads %j', (text, value) => {
    expect(parseTolerantJson(text)).toEqual({ value })
  })

  it.each(['{"a": }', '{"a"', '{"a": "open}', '{/* open', 'nothing'])('says what is wrong with %j', text => {
    expect(parseTolerantJson(text)).toHaveProperty('problem')
  })

  it('reads every JSON text as JSON.parse does, and keeps each character in its place', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(toPlainJson(text)).toBe(text)
        expect(parseTolerantJson(text)).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  it('never throws and never changes the length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', '\\', '/', '*', ',', '}', ']', '{', '\n', 'a') }),
        text => {
          expect(toPlainJson(text)).toHaveLength(text.length)
          parseTolerantJson(text)
        },
      ),
    )
  })

  it('reads a very long comment and a very long string', () => {
    const words = 'x'.repeat(2_000_000)
    expect(parseTolerantJson(`/*${words}*/{"a": "${words}"}`)).toEqual({ value: { a: words } })
  })
})
