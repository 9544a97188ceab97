import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedLog, arbitraryLog } from '../testing/arbitrary-log.ts'
import { answer, boundary, prompt } from '../testing/log-builder.ts'
import { resolveLinks } from './resolve-links.ts'

describe('resolveLinks', () => {
  it('gives the links of an intact log as they are stored', () => {
    fc.assert(
      fc.property(arbitraryLog, ({ entries }) => {
        const links = resolveLinks(entries).map(({ uuid, parentUuid, position }) => ({
          uuid,
          parentUuid,
          position,
        }))
        expect(links).toEqual(
          entries.map((entry, position) => ({
            uuid: entry.uuid,
            parentUuid: entry.parentUuid ?? entry.logicalParentUuid ?? null,
            position,
          })),
        )
      }),
    )
  })

  it('bridges a parent that is not there, and follows the logical parent of a boundary', () => {
    const resolved = resolveLinks([prompt('a', null), answer('b', 'nowhere'), boundary('c', 'b')])
    expect(resolved.map(({ parentUuid }) => parentUuid)).toEqual([null, 'a', 'b'])
  })

  it('takes the fuller version of an entry, at the place of the first', () => {
    const fuller = { ...answer('b', 'a'), requestId: 'more' }
    const resolved = resolveLinks([prompt('a', null), answer('b', 'a'), fuller])
    expect(resolved.map(({ position, entry }) => [position, entry])).toEqual([
      [0, prompt('a', null)],
      [1, fuller],
    ])
  })

  it('gives every message a uuid of its own and a parent that is there, for any damage', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        const resolved = resolveLinks(entries)
        const uuids = new Set(resolved.map(({ uuid }) => uuid))
        expect(uuids.size).toBe(resolved.length)
        expect(resolved.every(({ parentUuid }) => parentUuid === null || uuids.has(parentUuid))).toBe(true)
      }),
    )
  })
})
