import type { ChainState } from '../entries/entry-writer.ts'

/** What Codex's lines are told of those before them. */
export type CodexState = ChainState & {
  /** The answer whose pieces come; empty between two answers. */
  answer: string
  /** The totals of the record before, as JSON: a record that repeats them counts nothing. */
  totals: string
  /** Entries before the last prompts, for turns that are taken back. */
  prompts: (string | null)[]
  /** What was told of calls before their outputs came, by their ids. */
  told: Record<string, ToldCall>
  /** Whether what comes was copied from another session. */
  isCopy: boolean
  /** The thread of another rollout that is being read, with which this one begins; empty behind it. */
  inherited: string
  /** What a call is called in Codex, for the entry that is being written. */
  tool: string
}

/** A call that waits for its output. */
export type ToldCall = {
  /** Our name of it. */
  readonly name: string
  /** The files of a patch, each a call of its own. */
  readonly files?: readonly string[]
  exitCode?: number
  /** Hunks by the paths of files. */
  changes?: Record<string, ToldChange>
}

export type ToldChange = { readonly diff: string; readonly isNew: boolean }
