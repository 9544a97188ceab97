import { type Entry, encodeEntry, type UUID } from '@antiphon/core'

/** An entry on its way to the log. It takes its final form when it is written: until then its message may still change. */
export type QueuedEntry = {
  /** Undefined for a record, which has no identity. */
  readonly uuid: UUID | undefined
  /** False for what may wait a moment: the model's words, which the model could say again. */
  readonly isUrgent: boolean
  readonly toEntry: () => Entry
  readonly onDurable?: () => void
}

/** A test for entries of a log: are they among those that we tried to write? */
export function createOwnershipTest(queued: readonly QueuedEntry[]): (entry: Entry) => boolean {
  const uuids = new Set(queued.map(({ uuid }) => uuid).filter(uuid => uuid !== undefined))
  const records = new Set(
    queued.filter(({ uuid }) => uuid === undefined).map(({ toEntry }) => encodeEntry(toEntry())),
  )
  return entry => {
    const uuid: unknown = 'uuid' in entry ? entry.uuid : undefined
    return (typeof uuid === 'string' && uuids.has(uuid)) || records.has(encodeEntry(entry))
  }
}
