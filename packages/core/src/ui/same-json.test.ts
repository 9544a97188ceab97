import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameJson } from './same-json.ts'

describe('isSameJson', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [[], {}, false],
    [{ 0: 'a' }, ['a'], false],
    [null, {}, false],
    [{ a: undefined }, { b: undefined }, false],
  ])('compares %j with %j', (one, other, same) => {
    expect(isSameJson(one, other)).toBe(same)
  })

  it('knows a copy from a change (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(isSameJson(one, structuredClone(one))).toBe(true)
        expect(isSameJson([one], { 0: one })).toBe(false)
        expect(isSameJson(one, other)).toBe(isSameJson(other, one))
      }),
      { numRuns: 2000 },
    )
  })
})
