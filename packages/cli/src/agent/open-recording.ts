import { NO_RECORDER, type SessionRecorder } from '@antiphon/engine'
import { createRecorder, flushOnExit } from '@antiphon/transcript'
import type { ChosenSession } from './choose-session.ts'

/** Where a session is stored while it is open. */
export type Recording = { readonly recorder: SessionRecorder; readonly close: () => Promise<void> }

/** The session's recorder; what it holds is written also when the process is told to end. Nothing is stored without a session. */
export function openRecording(
  session: ChosenSession | null,
  { cwd, sessionId }: { readonly cwd: string; readonly sessionId: string },
): Recording {
  if (!session) return { recorder: NO_RECORDER, close: async () => {} }
  const { store, key, resumed } = session
  const recorder = createRecorder({
    store,
    key,
    envelope: {
      cwd,
      sessionId,
      version: '0.1.0',
      userType: 'external',
      isSidechain: false,
      entrypoint: 'cli',
    },
    ...(resumed && { lastUuid: resumed.lastUuid, recordedUuids: resumed.recordedUuids, seq: resumed.seq }),
  })
  const unregister = flushOnExit(() => recorder.flush())
  return {
    recorder,
    async close() {
      await recorder.close()
      await store.close()
      unregister()
    },
  }
}
