import type { JsonObject } from '@antiphon/contract'
import type { ForeignAgent } from '@antiphon/core/log'

/** One session as an agent keeps it: a file, a folder of files, or a row of a database. */
export type Original = {
  /** The file or the folder. */
  readonly path: string
  /** The row of a database; empty for files. */
  readonly row: string
  /** Differs as soon as something was written to it. */
  readonly stamp: string
  /** Milliseconds of the epoch. */
  readonly modifiedAt: number
  readonly bytes: number
}

/** What cannot be looked into, in words that follow its path. */
export type ReadProblem = { readonly path: string; readonly reason: string }

export type FoundOriginals = {
  readonly originals: readonly Original[]
  readonly problems: readonly ReadProblem[]
}

/** Which session an original holds; it does not change while it grows. */
export type SessionHead = {
  readonly session: string
  /** The directory that it worked in; empty where nothing tells it. */
  readonly cwd: string
  /** The session whose subagent speaks here. */
  readonly owner?: string
  readonly version?: string
  readonly startedAt?: string
  /** The session that this one began as a copy of. */
  readonly forkedFrom?: string
  readonly title?: string
}

/** Where reading goes on: everything before was translated. Plain JSON, since it is kept beside the copy. */
export type ReadPoint = {
  /** A byte of the file. */
  readonly at: number
  /** What the reader has to know of what stands before. */
  readonly state: JsonObject
}

/** An entry of our vocabulary, or bytes that hold nothing readable: those stay what they are, and are told as damage. */
export type ReadItem =
  | { readonly kind: 'entry'; readonly entry: JsonObject }
  | { readonly kind: 'damage'; readonly raw: Uint8Array; readonly at: number; readonly reason: string }

/** Reads the sessions of one agent; writes nothing anywhere. */
export interface AgentReader {
  readonly agent: ForeignAgent
  /** Changes with what the reader makes of the same original: copies of other versions are made anew. */
  readonly version: number
  /** Everything below one of the agent's places, by names and ages alone; what is first counts where two hold one session. */
  find(place: string): Promise<FoundOriginals>
  /** Which session it is; null where it holds none yet. */
  head(original: Original): Promise<SessionHead | null>
  /**
   * Its items in order, and where to go on when it has grown. Who is appended to only goes on from a point; who is written
   * anew ignores it, gives all items, and null as the point.
   */
  read(
    original: Original,
    head: SessionHead,
    from: ReadPoint | null,
  ): AsyncGenerator<ReadItem, ReadPoint | null, undefined>
  /** Every file that the session needs to be read again, the original first; itself alone unless told. */
  files?(original: Original): readonly string[]
  /** A row of a database with all that hangs on it, as a text which the agent takes back; null for what is in files. */
  rows?(original: Original): Uint8Array | null
}
