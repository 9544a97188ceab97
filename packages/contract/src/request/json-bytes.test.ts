import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceedsJsonBytes, jsonBytes } from './json-bytes.ts'

const anyJson = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' })

describe('jsonBytes', () => {
  it('counts what JSON.stringify writes, in UTF-8', () => {
    fc.assert(
      fc.property(anyJson, value => {
        expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '\u0000\b\t\n\f\r"\\',
    '\u007f\u0080\u07ff\u0800\uffff',
    '😀',
    '\ud83d',
    '\ude00x',
    '\ud83d\ud83d\ude00',
  ])('counts the text %j', text => {
    expect(jsonBytes(text)).toBe(Buffer.byteLength(JSON.stringify(text)))
  })

  it('leaves out what JSON leaves out', () => {
    const value = { a: undefined, b: [1.5, null, true] }
    expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
  })
})

describe('exceedsJsonBytes', () => {
  it('agrees with the exact count at the limit', () => {
    fc.assert(
      fc.property(anyJson, value => {
        const bytes = Buffer.byteLength(JSON.stringify(value))
        expect(exceedsJsonBytes(value, bytes)).toBe(false)
        expect(exceedsJsonBytes(value, bytes - 1)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
