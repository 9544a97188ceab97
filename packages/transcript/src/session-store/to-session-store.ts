import { encodeEntry } from '@antiphon/core'
import { checkSessionKey, type SessionKey } from '../store/session-key.ts'
import { readUuid } from '../store/to-stored-item.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { appendOnce, createLogMirror, createMirrorPool } from './append-once.ts'

export type SessionStoreOptions = {
  /** How many transcripts may be open for writing at a time. */
  readonly maxOpenTranscripts?: number
}

/** Any store as a `SessionStore` of the official Agent SDK, so that its sessions are mirrored here and resumed from here. */
export function toSessionStore(
  store: TranscriptStore,
  { maxOpenTranscripts = 32 }: SessionStoreOptions = {},
): SessionStore {
  const pool = createMirrorPool({ limit: maxOpenTranscripts, release: key => store.release(key) })
  const sessionStore: SessionStore = {
    async append(mirrored, entries) {
      const key = toKey(mirrored)
      if (entries.length === 0) return
      await pool.use(key, mirror => appendOnce({ store, key, mirror, entries }))
    },
    load: mirrored => loadEntries(store, toKey(mirrored)),
    async listSessions(projectKey) {
      checkSessionKey({ project: projectKey, session: projectKey })
      const sessions = []
      for await (const { key, modifiedAt } of store.list({ project: projectKey }))
        if (key.subpath === undefined)
          sessions.push({ sessionId: key.session, mtime: Date.parse(modifiedAt) })
      return sessions
    },
    async delete(mirrored) {
      if (mirrored.subpath === undefined)
        for (const subpath of await sessionStore.listSubkeys(mirrored))
          await deleteLog(toKey({ ...mirrored, subpath }))
      await deleteLog(toKey(mirrored))
    },
    async listSubkeys({ projectKey, sessionId }) {
      const { project, session } = toKey({ projectKey, sessionId })
      const subkeys = []
      for await (const { key } of store.list({ project, session }))
        if (key.subpath !== undefined) subkeys.push(key.subpath)
      return subkeys
    },
  }
  return sessionStore

  function deleteLog(key: SessionKey): Promise<void> {
    return pool.use(key, async mirror => {
      await store.delete(key)
      Object.assign(mirror, createLogMirror())
    })
  }
}

function toKey({ projectKey, sessionId, subpath }: SessionStoreKey): SessionKey {
  const key = { project: projectKey, session: sessionId, ...(subpath !== undefined && { subpath }) }
  checkSessionKey(key)
  return key
}

/** A log holds the same entry twice where the disk failed in between; that is one. */
async function loadEntries(store: TranscriptStore, key: SessionKey): Promise<SessionStoreEntry[] | null> {
  const entries: SessionStoreEntry[] = []
  const places = new Map<string, number>()
  for await (const item of store.read(key)) {
    if (item.kind !== 'entry') continue
    // The SDK takes its entries back as they are: nothing of them is looked at but the uuid.
    const entry = item.entry as SessionStoreEntry
    const uuid = readUuid(entry)
    const first = uuid === undefined ? undefined : entries[places.get(uuid) ?? entries.length]
    if (first && encodeEntry(first) === encodeEntry(entry)) continue
    if (uuid !== undefined) places.set(uuid, entries.length)
    entries.push(entry)
  }
  return entries.length === 0 ? null : entries
}

/**
 * Where the official Agent SDK mirrors its transcripts: its `SessionStore`, written down here so that nobody needs the
 * SDK to provide one. Every entry is a line of the log, passed through as it is.
 */
export interface SessionStore {
  /** Adds entries in order; one whose `uuid` is there already is left out, since the SDK delivers again what failed. */
  append(key: SessionStoreKey, entries: readonly SessionStoreEntry[]): Promise<void>
  /** All entries in order, equal to what was appended; null for a key that holds none. */
  load(key: SessionStoreKey): Promise<SessionStoreEntry[] | null>
  /** The sessions of a project, with the time of their last change in milliseconds since 1970. */
  listSessions(projectKey: string): Promise<SessionStoreListing[]>
  /** Removes a transcript; with a session's own go those of its subagents. */
  delete(key: SessionStoreKey): Promise<void>
  /** The subpaths below a session. */
  listSubkeys(key: Pick<SessionStoreKey, 'projectKey' | 'sessionId'>): Promise<string[]>
}

/** The SDK's name of a transcript; `subpath` is that of a subagent, such as `subagents/agent-<id>`. */
export type SessionStoreKey = {
  readonly projectKey: string
  readonly sessionId: string
  readonly subpath?: string
}

export type SessionStoreEntry = {
  readonly type: string
  readonly uuid?: string
  readonly [field: string]: unknown
}

export type SessionStoreListing = { sessionId: string; mtime: number }
