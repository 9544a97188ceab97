import type { Entry, RecordEntry, TranscriptEntry } from '@antiphon/core'
import {
  type Checkpoints,
  createCheckpoints,
  isFileHistoryEntry,
  NO_RECORDER,
  type QueuedPrompt,
  restoreQueuedPrompts,
  type SessionRecorder,
  toBackupFolder,
  wantsCheckpoints,
} from '@antiphon/engine'
import { createRecorder, flushOnExit, type ResumedSession, toSubagentKey } from '@antiphon/transcript'
import { formatLogRepairs } from '../input/format-damage.ts'
import { COMPATIBLE_VERSION } from '../version.ts'
import type { ChosenSession, FollowStore } from './chosen-session.ts'
import { mirrorFork, mirrorStore, toFile } from './mirror-store.ts'
import type { OpenAgentOptions } from './open-agent.ts'

/** Where a session is stored while it is open. */
export type Recording = {
  readonly sessionId: string
  /** The file; empty where nothing is stored. */
  readonly path: string
  readonly recorder: SessionRecorder
  /** Where the log of a subagent is kept; undefined where nothing is. */
  readonly agentOutputFile: ((agentId: string) => string) | undefined
  readonly recordEntry: (entry: RecordEntry) => Promise<unknown>
  /** What the model has to know, where the session goes on. */
  readonly messages: readonly TranscriptEntry[] | undefined
  /** What was wrong with the file, for a person. */
  readonly repairs: readonly string[]
  /** Hears how the store is while the session runs. */
  readonly followStore: FollowStore
  readonly close: () => Promise<void>
}

type OpenRecordingOptions = Pick<OpenAgentOptions, 'cwd' | 'flags' | 'entrypoint' | 'onStored'> & {
  readonly sessionId: string
}

/** The session's recorder; what it holds is written also when the process is told to end. Nothing is stored without a session. */
export async function openRecording(
  session: ChosenSession | null,
  options: OpenRecordingOptions,
): Promise<Recording> {
  const { cwd, sessionId, flags, entrypoint, onStored } = options
  if (!session) return { ...NOTHING_STORED, sessionId }
  const { key, root, resumed } = session
  const path = toFile(root ?? session.replica ?? null, key)
  const known = {
    sessionId,
    messages: resumed?.messages,
    repairs: resumed ? describeRepairs(path, resumed) : [],
  }
  // A session that is only read.
  if (!flags.sessionPersistence) return { ...NOTHING_STORED, ...known, close: () => session.store.close() }
  if (onStored && session.isFork) await mirrorFork(session, onStored)
  const store = onStored ? mirrorStore(session, onStored) : session.store
  const recorder = createRecorder({
    ...{ store, key },
    // Prompts do not wait until they are on disk; the end of a turn still does.
    isBareMode: flags.bare === true,
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
    followStore: session.followStore ?? NOTHING_STORED.followStore,
    agentOutputFile: root === null ? undefined : agentId => toFile(root, toSubagentKey(key, agentId)),
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
  agentOutputFile: undefined,
  recordEntry: async () => undefined,
  messages: undefined,
  repairs: [],
  followStore: () => {},
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

/** The prompts that still waited when a session ended; none of those that a person sent may be lost. */
export async function findWaitingPrompts(session: ChosenSession | null): Promise<readonly QueuedPrompt[]> {
  if (!session?.resumed) return []
  const entries: Entry[] = []
  for await (const item of session.store.read(session.key, { direction: 'backwards' })) {
    if (item.kind === 'entry') entries.push(item.entry)
    if (entries.length === MAX_ENTRIES) break
  }
  return restoreQueuedPrompts(entries.toReversed())
}

/** A prompt waits for a round of calls at most, so the end of the log tells of all that still do. */
const MAX_ENTRIES = 1000

/** Keeps what files were before tools change them, for those who want to go back; null for the others. */
export function openCheckpoints(
  session: ChosenSession | null,
  { cwd, env, recording, signal }: CheckpointPlace,
): Checkpoints | null {
  if (!session || session.root === null || !wantsCheckpoints({ env, isInteractive: false })) return null
  const folder = toBackupFolder(session.root, session.key.session)
  const entries = session.resumed ? readFileHistory(session, signal) : []
  return createCheckpoints({ folder, cwd, record: recording.recordEntry, entries })
}

/** All of the log: what a file was may stand before the live context. */
async function* readFileHistory({ store, key }: ChosenSession, signal: AbortSignal): AsyncGenerator<Entry> {
  for await (const item of store.read(key)) {
    if (signal.aborted) return
    if (item.kind === 'entry' && isFileHistoryEntry(item.entry)) yield item.entry
  }
}

type CheckpointPlace = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly recording: Recording
  /** When the session is closed. */
  readonly signal: AbortSignal
}
