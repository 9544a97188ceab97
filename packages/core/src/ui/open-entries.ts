import { isChainParticipant } from '../message/message-guards.ts'
import { type EntryPast, isRootAside, threadOf } from './find-reach.ts'
import type { TiedEntry } from './person-stretch.ts'
import type { LogPlace } from './view-item.ts'

/** The entries of a log behind its closed stretches, and what the next one has to know of them. */
export interface OpenEntries<Place extends LogPlace> {
  readonly list: () => readonly TiedEntry<Place>[]
  /** `isHint`: it says that the conversation stands at one of them. */
  readonly take: (tied: TiedEntry<Place>, isHint: boolean) => void
  readonly known: () => OpenPast
}

type OpenPast = Pick<EntryPast, 'uuids' | 'asides' | 'missing' | 'threads' | 'hasHint'>

export function createOpenEntries<Place extends LogPlace>(): OpenEntries<Place> {
  const entries: TiedEntry<Place>[] = []
  const uuids = new Set<string>()
  const asides = new Set<string>()
  const missing = new Set<string>()
  const threads = new Set<string>()
  let hasHint = false
  return {
    list: () => entries,
    take(tied, isHint) {
      entries.push(tied)
      hasHint ||= isHint
      const { entry, ties } = tied
      const thread = threadOf(entry)
      if (thread !== undefined && isChainParticipant(entry)) threads.add(thread)
      if (!ties.isMessage || ties.uuid === undefined) return
      const parent = ties.links.parentUuid ?? ties.links.logicalParentUuid
      if (parent === undefined ? isRootAside(entry) : asides.has(parent)) asides.add(ties.uuid)
      if (parent !== undefined && !uuids.has(parent)) missing.add(parent)
      uuids.add(ties.uuid)
    },
    known: () => ({ uuids, asides, missing, threads, hasHint }),
  }
}
