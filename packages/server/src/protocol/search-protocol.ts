import type { HitKind, HitOrder, KindCounts } from '@antiphon/search'
import type { SessionRow } from './log-protocol.ts'

/** How much of the logs the search knows beforehand; the rest it reads as it searches. */
export type SearchProgress = {
  readonly indexedBytes: number
  readonly sourceBytes: number
  readonly isIndexing: boolean
}

/** `limit` is how many hits there may be at most. */
export type SearchQuestion = { readonly q: string; readonly limit?: number }

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

export type FoldQuestion = { readonly q: string; readonly order: HitOrder }

/** Hits of one session, some behind those that are known. */
export type SessionHitsQuestion = FoldQuestion & {
  readonly session: string
  readonly skip: number
  readonly limit?: number
}

/** A place that was found, as a list of results shows it. */
export type FoundHit = Pick<SearchHit, 'seq' | 'uuid' | 'at' | 'snippet' | 'marks'> & {
  /** The log that holds it: the session's or a subagent's. */
  readonly log: string
  readonly kind: HitKind
  readonly tool: string | null
  /** Said to or by a subagent. */
  readonly isSidechain: boolean
  readonly isError: boolean
}

/** A search by session as it grows. */
export type FoldLine =
  /** A session, found or found better. */
  | ({ readonly kind: 'session' } & FoundSessionRow)
  /** More of one that was told of. */
  | ({ readonly kind: 'count' } & Pick<FoundSessionRow, 'id' | 'count' | 'newest' | 'score'>)
  | ({ readonly kind: 'total' } & FoldTotals)

export type FoundSessionRow = {
  /** Names it in every other question. */
  readonly id: string
  readonly title: string
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly count: number
  /** When the newest of its hits was said; null where nobody knows. */
  readonly newest: string | null
  /** The higher, the better; by time where the newest were asked for. */
  readonly score: number
  /** The best three. */
  readonly hits: readonly FoundHit[]
}

export type FoldTotals = {
  readonly hits: number
  readonly sessions: number
  /** Of each kind, whatever kind was asked for. */
  readonly kinds: KindCounts
  readonly isComplete: boolean
  readonly milliseconds: number
}
