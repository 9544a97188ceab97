import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAnsweredFirst, readAnsweredFirst } from './answered-first.ts'

describe('who answered first', () => {
  it('is read from the words that tell it, whatever the name is', () => {
    const behavior = fc.constantFrom<'allow' | 'deny'>('allow', 'deny')
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), behavior, (name, behavior) => {
        const first = { name, behavior }
        expect(readAnsweredFirst(formatAnsweredFirst(first))).toEqual(first)
      }),
    )
    expect(readAnsweredFirst('Nobody waits for that answer any more.')).toBeNull()
  })
})
