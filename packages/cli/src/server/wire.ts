import type { Entry } from '@antiphon/core'

/** A session in a list. `id` names its log in every other question. */
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
  readonly isLive: boolean
  /** What could not be read, in words. */
  readonly problem: string | null
}

/** A stretch of a log. One without entries is not its end: that is where `from` is 0, or `to` is `end`. */
export type Page = {
  readonly entries: readonly PlacedEntry[]
  readonly from: number
  readonly to: number
  readonly end: number
  /** Subagents that have logs of their own. */
  readonly agentIds: readonly string[]
}

/** An entry with its place. An image whose `data` is empty was left out: the whole entry has it. */
export type PlacedEntry = {
  readonly seq: number
  readonly next: number
  readonly entry: Entry
  /** How many characters were cut from texts in it. */
  readonly cut: number
}

export type FollowedEvent =
  | { readonly kind: 'entry'; readonly placed: PlacedEntry }
  | { readonly kind: 'restart' }
  | { readonly kind: 'damage'; readonly seq: number; readonly next: number }

export type SessionChange =
  | { readonly kind: 'changed'; readonly row: SessionRow }
  | { readonly kind: 'gone'; readonly id: string }

export type SearchHit = {
  readonly row: Pick<SessionRow, 'id' | 'sessionId' | 'title' | 'cwd' | 'changedAt'>
  readonly seq: number
  readonly uuid: string | null
  readonly kind: string
  readonly at: string | null
  readonly snippet: string
  readonly marks: readonly (readonly [number, number])[]
}
