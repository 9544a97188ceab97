import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLatin1, PORTABLE_BYTE_TEXT } from './byte-text.ts'

const range = fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.nat(200), fc.nat(200)).map(([bytes, a, b]) => {
  const [start = 0, end = 0] = [a % (bytes.length + 1), b % (bytes.length + 1)].sort((x, y) => x - y)
  return { bytes, start, end }
})

describe('the portable way from bytes to text', () => {
  it('gives a character a byte, as a Buffer does, in any length', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
    expect(decodeLatin1(bytes, 0, bytes.length)).toBe(Buffer.from(bytes).toString('latin1'))
    fc.assert(
      fc.property(range, ({ bytes, start, end }) => {
        expect(decodeLatin1(bytes, start, end)).toBe(Buffer.from(bytes).toString('latin1', start, end))
      }),
    )
  })

  it('decodes UTF-8, tells ASCII and finds a needle, as a Buffer does', () => {
    fc.assert(
      fc.property(range, fc.uint8Array({ minLength: 1, maxLength: 3 }), ({ bytes, start, end }, needle) => {
        const part = Buffer.from(bytes).subarray(start, end)
        expect(PORTABLE_BYTE_TEXT.decodeUtf8(bytes, start, end)).toBe(part.toString('utf8'))
        expect(PORTABLE_BYTE_TEXT.isAscii(bytes, start, end)).toBe(part.every(byte => byte < 0x80))
        const found = part.indexOf(needle)
        expect(PORTABLE_BYTE_TEXT.indexOf(bytes, needle, start, end)).toBe(found === -1 ? -1 : found + start)
      }),
      { numRuns: 2000 },
    )
  })
})
