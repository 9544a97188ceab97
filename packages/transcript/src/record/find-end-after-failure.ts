import type { SessionKey } from '../store/session-key.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { createOwnershipTest, type QueuedEntry } from './queued-entry.ts'

export type FailedAppend = {
  readonly store: Pick<TranscriptStore, 'read' | 'end'>
  readonly key: SessionKey
  /** Where the log ended before the append. */
  readonly seq: number
  /** What was to be appended. */
  readonly queued: readonly QueuedEntry[]
}

/**
 * Where a log ends after an append that failed: it may have left some of our lines, whole or torn, and nobody knows
 * whether they are durable. Null where somebody else's entries stand there.
 */
export async function findEndAfterFailure(append: FailedAppend): Promise<number | null> {
  const { store, key, seq, queued } = append
  const end = (await store.end(key)) ?? 0
  // A log that became shorter is left to the store, which calls it a conflict.
  if (end <= seq) return seq
  const isOurs = createOwnershipTest(queued)
  for await (const item of store.read(key, { from: seq }))
    if (item.kind === 'entry' && !isOurs(item.entry)) return null
  return end
}
