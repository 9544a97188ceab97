import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Byte, base64ByteLength, base64Bytes, base64Latin1, isBase64 } from './base64.ts'

describe('isBase64', () => {
  it('takes what an encoder writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), bytes => {
        expect(isBase64(Buffer.from(bytes).toString('base64'))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '',
    'a',
    'ab',
    'abc',
    'a===',
    '====',
    'ab=c',
    'abc ',
    'ab\nc',
    'ab-_',
    'data:image/png;base64,AAAA',
  ])('refuses %j', text => {
    expect(isBase64(text)).toBe(false)
  })

  it('reads a text of many megabytes without a stack', () => {
    expect(isBase64('A'.repeat(40_000_000))).toBe(true)
    expect(isBase64(`${'A'.repeat(40_000_000)}!AAA`)).toBe(false)
  })
})

describe('base64Byte', () => {
  it('decodes each byte alone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        const text = Buffer.from(bytes).toString('base64')
        expect(base64ByteLength(text)).toBe(bytes.length)
        expect(base64Bytes(text)).toEqual(new Uint8Array(bytes))
        expect(Array.from(bytes, (_, index) => base64Byte(text, index))).toEqual([...bytes])
        expect(base64Byte(text, bytes.length)).toBe(-1)
        expect(base64Latin1(text, 0, bytes.length)).toBe(Buffer.from(bytes).toString('latin1'))
      }),
      { numRuns: 2000 },
    )
  })

  it('gives -1 where the text is no base64', () => {
    expect(base64Byte('A!AA', 0)).toBe(-1)
    expect(base64Latin1('QUJD!!!!', 0, 6)).toBe('ABC')
  })
})
