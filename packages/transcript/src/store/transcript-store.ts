import type { Entry, UUID } from '@antiphon/core'
import type { BadLogLineReason } from '@antiphon/core/log'
import type { SessionKey } from './session-key.ts'

/**
 * Where transcripts are kept: a log of entries for each key, appended to by one writer at a time. Every store
 * passes the contract of `@antiphon/transcript/testing`.
 */
export interface TranscriptStore {
  /** Appends entries as a whole or not at all. A lost race is an outcome; a failing medium throws a `TranscriptError`. */
  append(key: SessionKey, entries: readonly Entry[], options?: AppendOptions): Promise<AppendOutcome>
  /** The log from one end or one position on. A key that holds nothing gives nothing. */
  read(key: SessionKey, options?: ReadOptions): AsyncIterable<StoredItem>
  /** What is there from a position on, then what comes, until the signal; tells where the log began anew. */
  follow(key: SessionKey, options?: FollowOptions): AsyncIterable<FollowItem>
  /** Every log that matches, subagents' logs included. */
  list(filter?: ListFilter): AsyncIterable<StoredLog>
  /** Where the log ends; null where there is none. */
  end(key: SessionKey): Promise<number | null>
  /** Removes a log; with a session's own log go those below it. */
  delete(key: SessionKey): Promise<void>
  /** A new session whose logs nobody sees before all of them are there. */
  draft(target: SessionKey): Promise<SessionDraft>
  /** A new session that shares its past with another one, whole or not at all. */
  fork(key: SessionKey, options: ForkOptions): Promise<ForkOutcome>
  /** Resolves when everything appended so far is durable. */
  flush(): Promise<void>
  /** Gives up the right to write a log, or all of them, after a flush. */
  release(key: SessionKey): Promise<void>
  close(): Promise<void>
}

/** A session that is written whole before it is one. The process may end at any moment, and no half of it is seen. */
export interface SessionDraft {
  /** Like the store's, for the logs of this session. */
  append(key: SessionKey, entries: readonly Entry[], options?: AppendOptions): Promise<AppendOutcome>
  /** Ends the writing of one of its logs. */
  release(key: SessionKey): Promise<void>
  /** Makes it a session, durably; throws with `exists` where another one has its id by now. The last call, whatever it comes to. */
  publish(): Promise<void>
  /** Removes it. */
  discard(): Promise<void>
}

export type AppendOptions = {
  /** Append only if the log ends here; without it, behind whatever this writer knows. */
  readonly expectedSeq?: number
  /**
   * What the promise waits for: `recorded` is in the kernel and survives the process, `durable` is on the medium and
   * survives the machine. Durable unless told. Everything is synced soon, asked for or not.
   */
  readonly acknowledge?: Acknowledgement
}

export type Acknowledgement = 'recorded' | 'durable'

/** `seq` is where the log ends: behind our entries, or where it really ends after a conflict, which changed nothing. */
export type AppendOutcome =
  | { readonly status: 'appended'; readonly seq: number }
  | {
      readonly status: 'conflict'
      readonly reason: ConflictReason
      readonly seq: number
      /** Who has the log, in sentences for a person, where it is nobody whom this host knows. */
      readonly holder?: string
    }

/** `leased`: another living writer has the log. `moved-on`: it holds more, or less, than the writer knew. */
export type ConflictReason = 'leased' | 'moved-on'

export type ReadOptions = {
  /** Begin at this position: one that the store gave out. Forwards from the first by default, backwards from the last. */
  readonly from?: number
  readonly direction?: 'forwards' | 'backwards'
}

/** A stretch of a log: an entry, or what a crash made of one. Positions order a log; their distance means nothing. */
export type StoredItem = StoredEntry | StoredDamage

export type StoredEntry = {
  readonly kind: 'entry'
  readonly entry: Entry
  /** Where it begins, and where the next one does. */
  readonly seq: number
  readonly next: number
}

export type StoredDamage = {
  readonly kind: 'bad'
  readonly reason: BadLogLineReason
  readonly seq: number
  readonly next: number
}

export type FollowOptions = {
  readonly from?: number
  readonly signal?: AbortSignal
}

/** `caught-up`: all that was there has been given. `reset`: the log was cut or replaced; what follows is from its start. */
export type FollowItem =
  | StoredItem
  | { readonly kind: 'caught-up'; readonly seq: number }
  | { readonly kind: 'reset'; readonly reason: 'truncated' | 'replaced' | 'deleted' }

export type ListFilter = { readonly project?: string; readonly session?: string }

export type StoredLog = {
  readonly key: SessionKey
  /** Where it ends. */
  readonly seq: number
  readonly modifiedAt: string
}

export type ForkOptions = {
  /** The session id of the fork; its log must not exist. */
  readonly session: string
  /** The last entry that the fork shares; all of them unless told. */
  readonly at?: UUID
}

export type ForkOutcome = {
  readonly key: SessionKey
  readonly seq: number
  /** Entries that both have in common. */
  readonly shared: number
}
