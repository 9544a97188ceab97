import type { Entry } from '@antiphon/core'
import type { SessionKey } from '../store/session-key.ts'
import type { AppendOutcome, ListFilter, StoredLog, TranscriptStore } from '../store/transcript-store.ts'

/** A store that many hosts share: another one may take a log, and the one before is refused from then on. A position is a count of lines. */
export interface FleetStore extends TranscriptStore {
  /** Makes this store the writer of a log, whoever has it; that one is refused from then on. */
  takeOver(key: SessionKey): Promise<void>
  /** Appends lines as they stand in a file, whatever they hold. */
  appendLines(key: SessionKey, lines: readonly Uint8Array[], expectedSeq?: number): Promise<AppendOutcome>
  /** The lines as they were stored. */
  readLines(key: SessionKey, from?: number): AsyncIterable<Uint8Array>
  list(filter?: ListFilter): AsyncIterable<LogHead>
  /** The files of a session that are no logs: keys below `beside`, which `list` leaves out. */
  listBeside(session: Required<ListFilter>): AsyncIterable<LogHead>
  head(key: SessionKey): Promise<LogHead | null>
  /** The logs that changed since a moment that `clock` or `listChanged` told, and all that are being written. */
  listChanged(since: string): Promise<ChangedLogs>
  /** This moment, as the server tells moments: for `listChanged` of this store and for nobody else. */
  clock(): Promise<string>
  /** Sessions whose id begins so, of whatever project. */
  findSessions(beginning: string): Promise<readonly LogHead[]>
  /** The session of a project that changed last. */
  findLastSession(project: string): Promise<LogHead | null>
  /** How logs end, in the order of the keys; null for one that is not there. */
  readTails(keys: readonly SessionKey[]): Promise<readonly (LogTail | null)[]>
  /** The last place between two lines with at most so many bytes before it. */
  findBoundary(key: SessionKey, bytes: number): Promise<LogBoundary>
  /** Appends what is said about a log, such as its name, and lets go of it: it stays theirs who wrote it. */
  annotate(key: SessionKey, entries: readonly Entry[], expectedSeq?: number): Promise<AppendOutcome>
  /** Says of a log why it is there. */
  note(key: SessionKey, words: string): Promise<void>
  /** Who this store is among the writers. */
  readonly writer: string
  /** Gives up a log for a writer that is gone for sure; that of another one stays with it. */
  releaseFor(key: SessionKey, writer: string): Promise<void>
  /** Which promises the server's settings weaken, in sentences. */
  readonly weaknesses: readonly string[]
}

/** A log as its head tells of it; no entry is read for it. */
export type LogHead = StoredLog & {
  /** How long all its lines are: where they came from a file, the place in it up to which they were sent. */
  readonly bytes: number
  /** Another one after the log was deleted and begun anew. */
  readonly life: string
  /** Why it is there, where that is not plain: it came from a file that had gone another way. */
  readonly note: string | null
  /** Who is writing it now. */
  readonly writer: string | null
  /** Since when, where that is known. */
  readonly heldSince: string | null
  /** Who wrote it last, and where; null for what a version wrote that did not say. */
  readonly person: string | null
  readonly host: string | null
}

/** The logs that changed since a moment or are being written, and the moment up to which that is so. */
export type ChangedLogs = { readonly heads: readonly LogHead[]; readonly at: string }

/** How a log ends: enough to see whether a file begins with it, without its lines. */
export type LogTail = {
  readonly seq: number
  readonly bytes: number
  readonly note: string | null
  /** Of the last line: how long it is, and its SHA-256 in hex. */
  readonly lastLength: number
  readonly lastDigest: string
}

/** A place between two lines. */
export type LogBoundary = {
  /** The position of the line behind it. */
  readonly seq: number
  /** How many bytes stand before it. */
  readonly offset: number
  /** The line before it; empty at the beginning. */
  readonly line: Buffer
}

/** Below it lie the files that belong to a session and are no logs. */
export const BESIDE: string = 'beside'

/** True for a file that belongs to a session and is no log. */
export function isBeside({ subpath }: SessionKey): boolean {
  return subpath?.startsWith(`${BESIDE}/`) ?? false
}
