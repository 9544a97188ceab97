import { getMessagesAfterCompactBoundary, normalizeMessagesForAPI, readLog } from '@antiphon/core'
import { CORPUS, isForeignToCorpus, readCorpus } from '@antiphon/core/testing/corpus'

/** A real session: what was said since its last compaction, as stored and as the model reads it. */
export type RealHistory = {
  readonly name: string
  readonly stored: readonly unknown[]
  readonly view: readonly unknown[]
}

/** Every real session of Claude Code that is in the clone. */
export function* readRealHistories(): Generator<RealHistory> {
  for (const name of CORPUS) {
    if (isForeignToCorpus(name)) continue
    const stored = getMessagesAfterCompactBoundary(readLog(readCorpus(name)).messages)
    yield { name, stored, view: normalizeMessagesForAPI(stored) }
  }
}
