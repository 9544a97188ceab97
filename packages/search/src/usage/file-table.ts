import type { AnswerRuns } from './answer-runs.ts'
import type { ReadState } from './file-state.ts'
import type { ToolCall } from './scan-tool-calls.ts'

/** What one file says of usage, in the form in which it is remembered: see `answer-rows.ts`. */
export type FileTable = {
  readonly facts: FileFacts
  /** Models, agents and the ways in which answers were served. */
  readonly texts: readonly string[]
  readonly rows: Uint32Array
  /** What the rows come to. */
  readonly runs: AnswerRuns
  /** The ids and what fits into no row, in the order of the rows. */
  readonly bytes: Uint8Array
}

export type FileFacts = {
  /** The first that a line with an answer names. */
  readonly sessionId: string | null
  readonly cwd: string | null
  /** The latest time of an answer. */
  readonly lastAt: string | null
  /** Stretches that may have reported an answer and cannot be read. */
  readonly damaged: number
}

/** What is known of a file that was read. */
export type KnownFile = {
  readonly state: ReadState
  readonly table: FileTable
  /** Null where nobody asked for tools. */
  readonly calls: readonly ToolCall[] | null
}
