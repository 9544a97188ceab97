import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUuidFilter } from './append-once.ts'

describe('createUuidFilter', () => {
  it('never denies what it has seen', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.uuid(), fc.string())), uuids => {
        const filter = createUuidFilter()
        for (const uuid of uuids) filter.add(uuid)
        for (const uuid of uuids) expect(filter.mayHave(uuid)).toBe(true)
      }),
      { numRuns: 50 },
    ))

  it('takes few for seen that it has not', () => {
    const filter = createUuidFilter()
    for (let index = 0; index < 100_000; index++) filter.add(randomUUID())
    let wrong = 0
    for (let index = 0; index < 100_000; index++) if (filter.mayHave(randomUUID())) wrong++
    // Seven are to be expected; a filter that mixes badly gives hundreds.
    expect(wrong).toBeLessThan(60)
  })
})
