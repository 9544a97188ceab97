import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uniquePrefixes } from './short-names.ts'

describe('uniquePrefixes', () => {
  it('keeps names apart, and short', () => {
    const names = ['350d4477-5c09', '350d4477-6aaa', 'e0ff0000-1111', 'abc', 'abcdefghijkl']
    expect([...uniquePrefixes(names, 8)]).toEqual([
      ['350d4477-5c09', '350d4477-5'],
      ['350d4477-6aaa', '350d4477-6'],
      ['abc', 'abc'],
      ['abcdefghijkl', 'abcdefgh'],
      ['e0ff0000-1111', 'e0ff0000'],
    ])
  })

  it('gives each name a beginning that no other has, or the whole', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1 })),
        names => {
          for (const [name, short] of uniquePrefixes(names, 2)) {
            expect(name.startsWith(short)).toBe(true)
            if (short !== name) expect(names.filter(other => other.startsWith(short))).toEqual([name])
          }
        },
      ),
    )
  })
})
