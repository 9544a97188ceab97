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
