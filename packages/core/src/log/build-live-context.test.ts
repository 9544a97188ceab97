import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryBranchingLog } from '../testing/arbitrary-branching-log.ts'
import { arbitraryDamageTo } from '../testing/arbitrary-log.ts'
import { isSafeCut } from '../testing/is-safe-cut.ts'
import { uuidsOf } from '../testing/log-builder.ts'
import { buildConversation } from './build-conversation.ts'
import { buildLiveContext } from './build-live-context.ts'
import type { Entry } from './entry.ts'
import { sliceFromLastCompactBoundary } from './slice-from-last-compact-boundary.ts'

/** How often the end of the log was enough, for each way to cut it; fails where it was not the truth. */
function tryEveryCut(entries: readonly Entry[], leafUuid?: string): number {
  const options = leafUuid === undefined ? {} : { leafUuid }
  const { messages, leaf } = buildConversation(entries, options)
  const expected = { messages: sliceFromLastCompactBoundary(messages), leaf }
  let found = 0
  for (let cut = 0; cut < entries.length; cut++) {
    const reading = buildLiveContext(entries.slice(cut), { ...options, isWhole: cut === 0 })
    if (cut === 0) expect(reading.status).toBe('found')
    if (reading.status !== 'found' || !isSafeCut(entries, cut)) continue
    expect([cut, uuidsOf(reading.context.messages)]).toEqual([cut, uuidsOf(expected.messages)])
    expect({ cut, messages: reading.context.messages, leaf: reading.context.leaf }).toEqual({
      cut,
      ...expected,
    })
    if (cut > 0) found++
  }
  return found
}

describe('buildLiveContext', () => {
  it('gives of every end of a log the live context of the whole, or asks for more', () => {
    let found = 0
    fc.assert(
      fc.property(arbitraryBranchingLog, entries => {
        found += tryEveryCut(entries)
      }),
      { numRuns: 1500 },
    )
    expect(found).toBeGreaterThan(0)
  })

  it('does so for every leaf that is asked for', () => {
    let found = 0
    fc.assert(
      fc.property(arbitraryBranchingLog, fc.nat(), (entries, choice) => {
        const uuids = entries.flatMap(entry => ('uuid' in entry ? [String(entry.uuid)] : []))
        found += tryEveryCut(entries, uuids[choice % uuids.length])
      }),
      { numRuns: 1500 },
    )
    expect(found).toBeGreaterThan(0)
  })

  it('does so for damaged logs', () => {
    let found = 0
    fc.assert(
      fc.property(arbitraryDamageTo(arbitraryBranchingLog, { minLength: 1, maxLength: 6 }), entries => {
        found += tryEveryCut(entries)
      }),
      { numRuns: 1500 },
    )
    expect(found).toBeGreaterThan(0)
  })
})
