import type { Entry } from '@antiphon/core'
import type { SessionKey, TranscriptStore } from '@antiphon/transcript'

/** A store that tells of what it has stored, in the order in which it did. */
export function mirrorStore(
  store: TranscriptStore,
  onStored: (key: SessionKey, entries: readonly Entry[]) => Promise<void>,
): TranscriptStore {
  return {
    ...store,
    async append(key, entries, options) {
      const outcome = await store.append(key, entries, options)
      if (outcome.status === 'appended' && entries.length > 0) await onStored(key, entries)
      return outcome
    },
  }
}
