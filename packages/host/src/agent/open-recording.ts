import type { RecordEntry, TranscriptEntry } from '@antiphon/core'
import { NO_RECORDER, type SessionRecorder } from '@antiphon/engine'
import { createRecorder, flushOnExit, type ResumedSession, toSubagentKey } from '@antiphon/transcript'
import { formatLogRepairs } from '../input/format-damage.ts'
import { COMPATIBLE_VERSION } from '../version.ts'
import type { ChosenSession } from './choose-session.ts'
import { mirrorFork, mirrorStore, type OnStored } from './mirror-store.ts'
import { toFile } from './to-file.ts'

/** Where a session is stored while it is open. */
export type Recording = {
  readonly sessionId: string
  /** The file; empty where nothing is stored. */
  readonly path: string
  readonly recorder: SessionRecorder
  /** Where the log of a subagent is kept; null where nothing is. */
  readonly agentFile: ((agentId: string) => string) | null
  readonly recordEntry: (entry: RecordEntry) => Promise<unknown>
  /** What the model has to know, where the session goes on. */
  readonly messages: readonly TranscriptEntry[] | null
  /** What was wrong with the file, for a person. */
  readonly repairs: readonly string[]
  readonly close: () => Promise<void>
}

export type OpenRecordingOptions = {
  readonly cwd: string
  readonly sessionId: string
  /** False where a session is only read. */
  readonly isStored: boolean
  /** Prompts do not wait until they are on disk; the end of a turn still does. */
  readonly isBareMode: boolean
  readonly entrypoint: string
  readonly onStored: OnStored | undefined
}

/** The session's recorder; what it holds is written also when the process is told to end. Nothing is stored without a session. */
export async function openRecording(
  session: ChosenSession | null,
  options: OpenRecordingOptions,
): Promise<Recording> {
  const { cwd, sessionId, isStored, isBareMode, entrypoint, onStored } = options
  if (!session) return { ...NOTHING_STORED, sessionId }
  const { key, root, resumed } = session
  const path = toFile(root, key)
  const known = {
    sessionId,
    messages: resumed?.messages ?? null,
    repairs: resumed ? describeRepairs(path, resumed) : [],
  }
  if (!isStored) return { ...NOTHING_STORED, ...known, close: () => session.store.close() }
  if (onStored && session.isFork) await mirrorFork(session, onStored)
  const store = onStored ? mirrorStore(session, onStored) : session.store
  const recorder = createRecorder({
    ...{ store, key, isBareMode },
    envelope: {
      cwd,
      sessionId,
      version: COMPATIBLE_VERSION,
      userType: 'external',
      isSidechain: false,
      entrypoint,
    },
    ...(resumed && { lastUuid: resumed.lastUuid, recordedUuids: resumed.recordedUuids, seq: resumed.seq }),
  })
  const unregister = flushOnExit(() => recorder.flush())
  return {
    ...known,
    path,
    recorder,
    agentFile: root === null ? null : agentId => toFile(root, toSubagentKey(key, agentId)),
    recordEntry: entry => recorder.recordEntry(withSession(entry, sessionId)),
    async close() {
      await recorder.close()
      await store.close()
      unregister()
    },
  }
}

const NOTHING_STORED: Omit<Recording, 'sessionId'> = {
  path: '',
  recorder: NO_RECORDER,
  agentFile: null,
  recordEntry: async () => undefined,
  messages: null,
  repairs: [],
  close: async () => {},
}

function describeRepairs(name: string, { report }: ResumedSession): readonly string[] {
  return report.length === 0 ? [] : [formatLogRepairs({ name }, report).trimEnd()]
}

/** Most lines name their session; snapshots of files and such belong to a message. */
function withSession(entry: RecordEntry, sessionId: string): RecordEntry {
  return NAMING_SESSION.has(entry.type) ? ({ ...entry, sessionId } as RecordEntry) : entry
}

const NAMING_SESSION: ReadonlySet<RecordEntry['type']> = new Set([
  'queue-operation',
  'ai-title',
  'custom-title',
  'last-prompt',
  'permission-mode',
  'mode',
  'cost-state',
])
