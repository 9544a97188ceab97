import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stableJson } from './stable-json.ts'

describe('stableJson', () => {
  it('gives the same bytes whatever the order of the keys', () => {
    expect(stableJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
    expect(stableJson({ a: true, b: [1, { c: 'x', d: null }] })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
  })

  it('says what JSON says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(stableJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('leaves out what JSON leaves out and cuts what lies too deep', () => {
    expect(stableJson({ a: undefined, b: Number.NaN, c: () => 1 })).toBe('{"b":null,"c":null}')
    expect(stableJson(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(
      `${'['.repeat(64)}"…"${']'.repeat(64)}`,
    )
  })
})
