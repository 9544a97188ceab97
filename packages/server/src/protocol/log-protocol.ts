import type { Entry } from '@antiphon/core'
import type { RunningAgent } from './chat-protocol.ts'
import type { BranchPlace, BranchPlaceRequest, FindRequest, FoundPlace, Outline } from './outline.ts'

/** Sessions, their logs, and what is found in them. */
export interface LogClient {
  /** Every session, the newest first, as they are found. */
  listSessions(signal: AbortSignal): AsyncIterable<SessionRow>
  /** A stretch of a log, in its order, up to `before` (its end unless told) or from `after` on. */
  readPage(options: PageRequest, signal: AbortSignal): Promise<Page>
  /** One entry as it is stored, whole. */
  readEntry(options: EntryRequest, signal: AbortSignal): Promise<Entry>
  /** Where a line can be downloaded as it is stored, however long; null where nowhere. */
  toLineAddress(options: EntryRequest): string | null
  /** What comes behind a position, until the signal. */
  follow(options: FollowRequest, signal: AbortSignal): AsyncIterable<FollowedEvent>
  /** A whole log at a glance. */
  readOutline(request: LogRequest, signal: AbortSignal): Promise<Outline>
  /** Where a branch stands before a position. */
  readBranchPlace(request: BranchPlaceRequest, signal: AbortSignal): Promise<BranchPlace>
  /** Every place of one log that says something, in its order, as they are found. */
  findInSession(request: FindRequest, signal: AbortSignal): AsyncIterable<FoundPlace>
  /** Sessions that appear, change or go, and the agents that run for them: those of now first; until the signal. */
  followSessions(signal: AbortSignal): AsyncIterable<SessionChange>
  /** What was found, as it is found. */
  search(query: string, signal: AbortSignal): AsyncIterable<SearchHit>
  readSearchProgress(signal: AbortSignal): Promise<SearchProgress>
}

/** How much of the logs the search knows beforehand; the rest it reads as it searches. */
export type SearchProgress = {
  readonly indexedBytes: number
  readonly sourceBytes: number
  readonly isIndexing: boolean
}

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

/** `limit` is how many hits there may be at most. */
export type SearchQuestion = { readonly q: string; readonly limit?: number }

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

export type SearchHit = {
  readonly row: Pick<SessionRow, 'id' | 'sessionId' | 'title' | 'cwd' | 'changedAt'>
  readonly seq: number
  readonly uuid: string | null
  /** What holds the words: a prompt, an answer, a tool's output. */
  readonly kind: string
  readonly at: string | null
  /** The words in their surroundings; `marks` are pairs of positions in it. */
  readonly snippet: string
  readonly marks: readonly (readonly [number, number])[]
}
