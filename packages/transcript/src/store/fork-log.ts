import type { SessionKey } from './session-key.ts'
import type { ForkOptions, ForkOutcome, TranscriptStore } from './transcript-store.ts'

/** Copies a log up to an entry into a new session, in one pass and bounded memory; works on every store. */
export async function forkLog(
  store: Pick<TranscriptStore, 'append' | 'read' | 'end' | 'list'>,
  key: SessionKey,
  options: ForkOptions,
): Promise<ForkOutcome> {
  throw new Error(`not written yet: ${store} ${key.session} ${options.session}`)
}
