import { type Entry, isCompactBoundaryMessage, type UUID } from '@antiphon/core'
import type { Unread } from '@antiphon/core/log'

/** What has to come before it is worth the time to look at what was read. */
export interface TailNeed {
  /** True if the need is met with this entry, the `count`th. */
  isMetBy(entry: Entry, count: number): boolean
  /** What a look at `count` entries found missing. */
  change(unread: Unread, count: number): void
}

/** At first a boundary will do; behind the leaf that is asked for, none does. */
export function createTailNeed(leafUuid: UUID | undefined): TailNeed {
  let isBoundaryNeeded = true
  let isEverythingNeeded = false
  let missing = new Set<unknown>(leafUuid === undefined ? [] : [leafUuid])
  let looks = 0
  let leastCount = 0
  return {
    isMetBy(entry, count) {
      if (missing.size > 0) {
        // A boundary may itself be the leaf.
        if (!missing.delete('uuid' in entry ? entry.uuid : undefined) || missing.size > 0) return false
      }
      if (isEverythingNeeded || count < leastCount) return false
      return !isBoundaryNeeded || isCompactBoundaryMessage(entry)
    },
    change(unread, count) {
      isEverythingNeeded = unread === 'everything'
      isBoundaryNeeded = unread === 'boundary'
      missing = new Set(typeof unread === 'string' ? [] : unread)
      // Looking again costs as much as all that was read; so that is not done for every few entries.
      if (++looks >= MAX_EXACT_LOOKS) leastCount = Math.ceil(count * GROWTH)
    },
  }
}

const MAX_EXACT_LOOKS = 4
const GROWTH = 1.5
