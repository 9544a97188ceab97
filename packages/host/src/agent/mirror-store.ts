import type { Entry } from '@antiphon/core'
import { type SessionKey, type TranscriptStore, toLogPath } from '@antiphon/transcript'
import type { ChosenSession } from './chosen-session.ts'

/** The file of a log; empty where the store has no files. */
export function toFile(root: string | null, key: SessionKey): string {
  return root === null ? '' : toLogPath(root, key)
}

/** Entries that were stored, in their order, and where. */
type StoredEntries = {
  readonly key: SessionKey
  readonly file: string
  readonly entries: readonly Entry[]
}

/** Hears of entries once they are stored. */
export type OnStored = (stored: StoredEntries) => Promise<void>

/** A session's store that tells of what it has stored, in the order in which it did. */
export function mirrorStore({ store, root }: ChosenSession, onStored: OnStored): TranscriptStore {
  return {
    ...store,
    async append(key, entries, options) {
      const outcome = await store.append(key, entries, options)
      if (outcome.status === 'appended' && entries.length > 0)
        await onStored({ key, file: toFile(root, key), entries })
      return outcome
    },
  }
}

/** Tells of all that a fork has copied: its own log first, then those of its subagents. */
export async function mirrorFork({ store, root, key }: ChosenSession, onStored: OnStored): Promise<void> {
  const keys = [key]
  for await (const log of store.list({ project: key.project, session: key.session }))
    if (log.key.subpath !== undefined) keys.push(log.key)
  for (const copied of keys)
    for await (const entries of readBatches(store, copied))
      await onStored({ key: copied, file: toFile(root, copied), entries })
}

/** A long session is not held in memory as a whole. */
const BATCH_ENTRIES = 100

async function* readBatches(
  store: TranscriptStore,
  key: SessionKey,
): AsyncGenerator<readonly Entry[], void, undefined> {
  let batch: Entry[] = []
  for await (const item of store.read(key)) {
    if (item.kind === 'entry') batch.push(item.entry)
    if (batch.length < BATCH_ENTRIES) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
