import type { CallPlace, SessionChanges, SessionFile } from '@antiphon/core/turns'

/** What a session made of files, without the lines themselves. */
export type ChangesReport = Omit<SessionChanges, 'files'> & {
  /** How far the log was read. */
  readonly end: number
  readonly files: readonly ChangedFile[]
}

/** A file of the list; `files/diff` gives its lines. */
export type ChangedFile = Pick<SessionFile, 'name' | 'path' | 'status' | 'added' | 'removed'> & {
  /** How many stretches of it differ. */
  readonly hunks: number
  /** The calls that wrote it, in order. */
  readonly calls: readonly CallPlace[]
}

/** Which file of a session is meant, by its path as the report tells it. */
export type ChangedFileRequest = { readonly session: string; readonly path: string }

/** A patch that `git apply` takes in the folder of the session; `left` are the files that could not be put into it. */
export type SessionPatch = { readonly patch: string; readonly left: readonly string[] }
