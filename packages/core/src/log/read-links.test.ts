import { describe, expect, it } from 'vitest'
import { boundary, prompt } from '../testing/log-builder.ts'
import { listNames, readLinks } from './read-links.ts'

describe('readLinks', () => {
  it('reads what an entry hangs off, takes back and points at', () => {
    const links = readLinks(
      prompt('e1', 'e0', { supersedesUuids: ['a', 7], retractedMessageUuids: ['b'], leafUuid: 'c' }),
    )
    expect(links).toMatchObject({ parentUuid: 'e0', retracted: ['a', 'b'], leafUuid: 'c' })
    expect(listNames(links)).toEqual(['c', 'a', 'b'])
  })

  it('reads what a compaction keeps, by its ends and by name', () => {
    const links = readLinks(
      boundary('e9', 'e8', {
        preservedSegment: { headUuid: 'a', anchorUuid: 's', tailUuid: 'c' },
        preservedMessages: { anchorUuid: 's', uuids: ['a', 'b', 'c'] },
      }),
    )
    expect(links.preserved).toEqual({
      anchors: ['s', 's'],
      members: ['a', 'b', 'c', 'a', 'c'],
      head: 'a',
      tail: 'c',
    })
    expect(links.logicalParentUuid).toBe('e8')
  })

  it('reads nothing of what is no entry, and what a tombstone buries', () => {
    for (const value of [null, 7, 'x', [], {}, { parentUuid: 3, supersedesUuids: 'x', compactMetadata: [] }])
      expect(listNames(readLinks(value))).toEqual([])
    expect(readLinks({ type: 'tombstone', message: { uuid: 'e1' } }).retracted).toEqual(['e1'])
  })
})
