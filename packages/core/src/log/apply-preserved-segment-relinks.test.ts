import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedLog } from '../testing/arbitrary-log.ts'
import { answer, boundary, prompt, summary } from '../testing/log-builder.ts'
import { applyPreservedSegmentRelinks } from './apply-preserved-segment-relinks.ts'
import {
  getMessagesAfterCompactBoundary,
  sliceFromLastCompactBoundary,
} from './slice-from-last-compact-boundary.ts'
import { isTranscriptEntry, type TranscriptEntry } from './transcript-entry.ts'

function linksOf(entries: readonly TranscriptEntry[]): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    entries.map(entry => [entry.uuid, entry.parentUuid ?? entry.logicalParentUuid ?? null]),
  )
}

const history = [prompt('a', null), answer('b', 'a'), prompt('c', 'b'), answer('d', 'c')]

describe('applyPreservedSegmentRelinks', () => {
  it('walks from tail to head and hangs the head off the anchor, what followed off the tail', () => {
    const preservedSegment = { headUuid: 'c', anchorUuid: 's', tailUuid: 'd' }
    const entries = [
      ...history,
      boundary('cut', 'd', { preservedSegment }),
      summary('s', 'cut'),
      prompt('e', 's'),
    ]
    expect(linksOf(applyPreservedSegmentRelinks(entries))).toEqual({
      a: null,
      b: 'a',
      cut: 'b',
      s: 'cut',
      c: 's',
      d: 'c',
      e: 'd',
    })
  })

  it('links messages kept by name one after the other', () => {
    const preservedMessages = { anchorUuid: 's', uuids: ['a', 'd'] }
    const entries = [...history, boundary('cut', 'd', { preservedMessages }), summary('s', 'cut')]
    expect(linksOf(applyPreservedSegmentRelinks(entries))).toEqual({
      a: 's',
      b: null,
      c: 'b',
      cut: 'c',
      s: 'cut',
      d: 'a',
    })
  })

  it.each([
    ['the tail', { headUuid: 'c', anchorUuid: 's', tailUuid: 'lost' }],
    ['the head', { headUuid: 'lost', anchorUuid: 's', tailUuid: 'd' }],
    ['the anchor', { headUuid: 'c', anchorUuid: 'lost', tailUuid: 'd' }],
    ['the way from tail to head', { headUuid: 'd', anchorUuid: 's', tailUuid: 'c' }],
    ['sense: the anchor stands before the boundary', { headUuid: 'c', anchorUuid: 'a', tailUuid: 'd' }],
  ])('leaves the links alone without %s', (_, preservedSegment) => {
    const entries = [...history, boundary('cut', 'd', { preservedSegment }), summary('s', 'cut')]
    expect(applyPreservedSegmentRelinks(entries)).toEqual(entries)
  })

  it('lets a later compaction keep what an earlier one kept', () => {
    const first = { preservedSegment: { headUuid: 'd', anchorUuid: 's', tailUuid: 'd' } }
    const second = { preservedSegment: { headUuid: 'd', anchorUuid: 't', tailUuid: 'e' } }
    const entries = [
      ...history,
      boundary('cut', 'd', first),
      summary('s', 'cut'),
      prompt('e', 's'),
      boundary('again', 'e', second),
      summary('t', 'again'),
    ]
    expect(linksOf(applyPreservedSegmentRelinks(entries))).toMatchObject({
      cut: 'c',
      again: 's',
      t: 'again',
      d: 't',
      e: 'd',
    })
  })

  it('changes nothing but links, and never throws', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, log => {
        const entries = log.filter(isTranscriptEntry)
        const unlinked = (entry: TranscriptEntry) => ({ ...entry, parentUuid: null, logicalParentUuid: null })
        expect(applyPreservedSegmentRelinks(entries).map(unlinked)).toEqual(entries.map(unlinked))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the live context', () => {
  const messages = [...history, boundary('cut', 'd'), summary('s', 'cut'), prompt('e', 's')]

  it('begins with the last boundary, or just behind it', () => {
    expect(sliceFromLastCompactBoundary(messages)).toEqual(messages.slice(4))
    expect(getMessagesAfterCompactBoundary(messages)).toEqual(messages.slice(5))
  })

  it('is everything where there was no compaction', () => {
    expect(sliceFromLastCompactBoundary(history)).toEqual(history)
    expect(getMessagesAfterCompactBoundary(history)).toEqual(history)
  })
})
