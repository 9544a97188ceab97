import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryBranchingLog } from '../testing/arbitrary-branching-log.ts'
import { arbitraryDamageTo } from '../testing/arbitrary-log.ts'
import { isSafeCut } from '../testing/is-safe-cut.ts'
import { attachment, boundary, prompt, summary, uuidsOf } from '../testing/log-builder.ts'
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

  describe('asks for no more than it needs', () => {
    const live = [boundary('b', 'a'), summary('s', 'b'), prompt('p', 's')]

    function ask(entries: readonly Entry[], options: { readonly leafUuid?: string } = {}): unknown {
      const reading = buildLiveContext(entries, { ...options, isWhole: false })
      return reading.status === 'found' ? uuidsOf(reading.context.messages) : reading.unread
    }

    it('for nothing where the chain of the leaf reaches a boundary', () => {
      expect(ask(live)).toEqual(['b', 's', 'p'])
    })

    it('for one more boundary where it does not', () => {
      expect(ask([prompt('p', 's')])).toBe('boundary')
    })

    it('for the leaf, the kept entries and the parents that are not there', () => {
      const kept = { preservedMessages: { anchorUuid: 's', uuids: ['x', 'y'] } }
      expect(ask(live, { leafUuid: 'z' })).toEqual(new Set(['z']))
      expect(ask([boundary('b', 'y', kept), ...live.slice(1)])).toEqual(new Set(['x', 'y']))
      expect(ask([...live, prompt('q', 'm')])).toBe('boundary')
      expect(ask([...live, attachment('q', 'm')])).toEqual(new Set(['m']))
      expect(ask([...live, { type: 'last-prompt', leafUuid: 'm' }])).toEqual(new Set(['m']))
    })

    it('for everything where the place in the file counts, and where there was no compaction', () => {
      expect(ask([prompt('p', null)])).toBe('everything')
      expect(ask([...live, prompt('', 'p')])).toBe('everything')
    })

    it('and reports nothing of what stands before the boundary', () => {
      const entries = [
        prompt('a', 'never written'),
        ...live.map(entry => entry),
        prompt('q', 'p'),
        prompt('q', 'p'),
      ]
      const reading = buildLiveContext(entries, { isWhole: true })
      expect(reading.context.report.map(({ rule }) => rule)).toEqual(['duplicate-entry'])
    })
  })
})
