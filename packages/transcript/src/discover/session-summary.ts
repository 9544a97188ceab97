import { basename } from 'node:path'
import type { BadLogLineReason } from '@antiphon/core/log'
import type { SessionKey } from '../store/session-key.ts'

/**
 * What a list shows of a session, read from the ends of its file. Where it holds a fact, that is what the whole file
 * would tell; what lies too far from both ends is left out. Only `title`, `cwd` and `isSidechain` may miss what stands
 * in the middle, unless `isWhole`. Words are on one line, without control characters, and cut.
 */
export type SessionSummary = SessionFile & {
  readonly size: number
  readonly modifiedAt: string
  /** True where every byte was read. */
  readonly isWhole: boolean
  /** The session that the file belongs to; a subagent's is that of its caller. */
  readonly session: string
  readonly title?: SessionTitle
  readonly firstPrompt?: string
  readonly lastPrompt?: string
  /** The times of the first and of the last entry that has one. */
  readonly startedAt?: string
  readonly endedAt?: string
  /** Where the session began, or where it was moved to. */
  readonly cwd?: string
  /** Of the last message, as is the version. */
  readonly gitBranch?: string
  readonly version?: string
  /** How the agent was started, as it says itself: `cli`, `sdk-cli`. */
  readonly entrypoint?: string
  /** The model that answered last. */
  readonly model?: string
  /** Messages of the file without progress, each once. */
  readonly messages: { readonly count: number; readonly isExact: boolean }
  /** What a person said to the session; only where the messages are counted exactly. */
  readonly prompts?: number
  /** Logs of subagents that belong to this one. */
  readonly subagents: number
  /** All that was said in what was read was said by or to subagents. */
  readonly isSidechain: boolean
  /** Damaged stretches in what was decoded; all of them where `isWhole`. */
  readonly damage: readonly DamagedStretch[]
}

export type SessionTitle = {
  readonly text: string
  /**
   * Who gave it. A session without a name is called by the heading of the plan that it carries out, by a summary, by the
   * first prompt of more than three words (else the first prompt), or by its first command.
   */
  readonly source: 'custom-title' | 'ai-title' | 'plan' | 'summary' | 'prompt' | 'command'
}

export type DamagedStretch = {
  readonly reason: BadLogLineReason
  readonly offset: number
  readonly length: number
}

/** A file that a session or one of its subagents is stored in, as its name tells it. */
export type SessionFile = {
  readonly kind: SessionFileKind
  readonly key: SessionKey
  readonly path: string
  /** The folder that holds `projects`. */
  readonly root: string
}

export type SessionFileKind = 'session' | 'subagent'

/** The name by which a person asks for a session or a subagent: that of its file. */
export function sessionIdOf({ path }: { readonly path: string }): string {
  return basename(path, '.jsonl')
}
