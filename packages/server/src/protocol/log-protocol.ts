import type { Entry } from '@antiphon/core'
import type { RunningAgent } from './chat-protocol.ts'

/** A session in a list. `id` names it in every other question: root, project, session and subpath in one opaque text. */
export type SessionRow = {
  readonly id: string
  readonly sessionId: string
  readonly title: string
  readonly firstPrompt: string | null
  readonly lastPrompt: string | null
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly startedAt: string | null
  readonly changedAt: string
  readonly bytes: number
  /** Null where the file is too large to count. */
  readonly messages: number | null
  /** Whether somebody writes it now. */
  readonly isLive: boolean
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
