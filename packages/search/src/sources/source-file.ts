/** A log of a session as it is now. */
export type SourceFile = {
  readonly path: string
  readonly session: string
  /** `agent-…` of a subagent's log. */
  readonly agent?: string
  /** Device and inode: the same file under any name. */
  readonly identity: string
  readonly size: number
  /** Nanoseconds of the epoch, as text. */
  readonly modified: string
}

/** A stretch of a file that begins and, unless it reaches the end of the file, ends with a line. */
export type SourceRange = {
  readonly file: SourceFile
  readonly start: number
  readonly end: number
}
