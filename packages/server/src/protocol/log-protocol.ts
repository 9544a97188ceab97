import type { Entry } from '@antiphon/core'
import type { SessionMarks, StoreCopyState } from '@antiphon/host'
import type { SessionAgent, SessionTitle } from '@antiphon/transcript'
import type { RunningAgent } from './chat-protocol.ts'
import type { SettingsReport } from './settings-protocol.ts'

export type { StoreCopyState } from '@antiphon/host'

/** A session in a list. `id` names it in every other question: root, project, session and subpath in one opaque text. */
export type SessionRow = SessionMarks & {
  readonly id: string
  readonly sessionId: string
  /** Its own name, a plan's heading, a summary, or words of a prompt; the session's id where there is none of them. */
  readonly title: string
  readonly titleSource: SessionTitle['source'] | 'none'
  readonly firstPrompt: string | null
  readonly lastPrompt: string | null
  readonly cwd: string | null
  /** The name of the repository that the session worked in, else of its folder. */
  readonly repository: string | null
  /** Where that lies: what rows are grouped by, since names may be the same. */
  readonly repositoryPath: string | null
  /** The name of the worktree of that repository; null for its main one. */
  readonly worktree: string | null
  readonly gitBranch: string | null
  readonly agent: SessionAgent
  /** The agent's, as the last message tells it. */
  readonly version: string | null
  /** How the agent was started, as the log tells it: `cli`, `sdk-cli`, `claude-desktop`. */
  readonly entrypoint: string | null
  readonly model: string | null
  /** The computer that writes it now, where that is another one; in a team's store the one that wrote it last. */
  readonly host: string | null
  /** Who wrote it last, in a team's store. */
  readonly person: string | null
  /** One prompt of a program: `claude -p`. */
  readonly isOneOff: boolean
  readonly startedAt: string | null
  /** When the last entry was written, as it says itself; the file's own time only where no entry tells one. */
  readonly changedAt: string
  readonly bytes: number
  /** As `ls`, `show`, `export` and the doctor count them; null until they are counted, which the feed tells. */
  readonly messages: number | null
  readonly prompts: number | null
  /** Whether somebody writes it now. */
  readonly isLive: boolean
  /** False for a session of a team's store of which only its head is known yet: it has no title. */
  readonly isFetched: boolean
  /** Where it was, there is nothing any more: it is read from the archive. */
  readonly isArchiveAlone: boolean
  /** What could not be read, in words. */
  readonly problem: string | null
}

/** Which log is meant. */
export type LogRequest = {
  readonly session: string
  /** The subagent's log instead of the session's own. */
  readonly agentId?: string
}

export type PageRequest = LogRequest & { readonly before?: number; readonly after?: number }

export type EntryRequest = LogRequest & { readonly seq: number }

export type FollowRequest = LogRequest & { readonly from: number }

/** Entries with their places. Long texts in them are cut; `readEntry` gives the whole. */
export type Page = {
  readonly entries: readonly PlacedEntry[]
  /** Where the stretch begins and ends; 0 is the beginning of the log. */
  readonly from: number
  readonly to: number
  /** Where the log ends now. */
  readonly end: number
  /** Subagents that have logs of their own. */
  readonly agentIds: readonly string[]
}

export type PlacedEntry = {
  readonly seq: number
  readonly next: number
  readonly entry: Entry
  /** How many characters were cut from texts in it. */
  readonly cut: number
  /** Of a line that is too long for anybody to read: how long it is. Its entry only stands in for it. */
  readonly storedBytes?: number
}

export type FollowedEvent =
  | { readonly kind: 'entry'; readonly placed: PlacedEntry }
  /** The file was replaced or cut: what was shown is not what is there. */
  | { readonly kind: 'restart' }
  | { readonly kind: 'damage'; readonly seq: number; readonly next: number }

export type SessionChange =
  | { readonly kind: 'changed'; readonly row: SessionRow }
  | { readonly kind: 'gone'; readonly id: string }
  /** All that run in this server. */
  | { readonly kind: 'agents'; readonly agents: readonly RunningAgent[] }
  /** Somebody changed settings, in this window, another one or the file. */
  | { readonly kind: 'settings'; readonly report: SettingsReport }
  /** How far the copy of the team's store is; told only where the sessions are a store's. */
  | { readonly kind: 'store'; readonly store: StoreCopyState }
