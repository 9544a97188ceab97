import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedLog, arbitraryLog } from '../testing/arbitrary-log.ts'
import { uuidsOf } from '../testing/log-builder.ts'
import { buildConversation, type Conversation } from './build-conversation.ts'
import type { Entry } from './entry.ts'
import { isTranscriptEntry } from './transcript-entry.ts'

describe('every intact log', () => {
  it('is read whole, in its own order, without a word of repair', () => {
    fc.assert(
      fc.property(arbitraryLog, ({ entries, conversation: expected }) => {
        const conversation = buildConversation(entries)
        expect(uuidsOf(conversation.messages)).toEqual(expected)
        expect(conversation.report).toEqual([])
        expect(conversation.branches).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})

describe('every damaged log', () => {
  it('is read without an exception; each entry stands in one place, or in the report', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        const conversation = buildConversation(entries)
        const placed = listPlaced(conversation)
        const given = entries.filter(isTranscriptEntry)
        const merged = conversation.report.filter(({ rule }) => MERGED.has(rule))
        expect(new Set(uuidsOf(placed)).size).toBe(placed.length)
        expect(placed.length + merged.length).toBe(given.length)
        for (const { uuid } of merged) expect(uuidsOf(placed)).toContain(uuid)
      }),
      { numRuns: 4000 },
    )
  })

  it('gives the same conversation however often it is read', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        expect(buildConversation(entries)).toEqual(buildConversation(structuredClone(entries)))
      }),
      { numRuns: 500 },
    )
  })

  it('reads every branch to its end', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        for (const { leafUuid } of buildConversation(entries).branches) {
          expect(buildConversation(entries, { leafUuid }).leaf?.uuid).toBe(leafUuid)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('takes any JSON whatever', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), values => {
        const conversation = buildConversation(values as unknown as readonly Entry[])
        expect(listPlaced(conversation).length).toBe(values.filter(isTranscriptEntry).length)
      }),
      { numRuns: 2000 },
    )
  })
})

const MERGED: ReadonlySet<string> = new Set(['duplicate-entry', 'conflicting-entry'])

function listPlaced(conversation: Conversation) {
  return [
    ...conversation.messages,
    ...conversation.branches.flatMap(branch => branch.messages),
    ...conversation.sidechains.flatMap(sidechain => sidechain.messages),
    ...conversation.progress,
  ]
}
