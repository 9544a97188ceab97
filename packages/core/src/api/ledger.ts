import type { Piece } from './exchange.ts'

/** What the requests so far have used up: the little that later exchanges need to know of earlier ones. */
export interface Ledger extends Totals {
  readonly toolIds: UndoableSet
  /** Calls of the API's own tools that are part of the request. */
  readonly serverCalls: UndoableSet
  /** Such calls that have called tools of ours. */
  readonly programs: UndoableSet
  readonly uuids: UndoableSet
  readonly answerIds: UndoableSet
  /** Makes everything so far final. */
  commit(): void
  /** Takes back all that was noted since the last commit, so that an open exchange can be rendered many times. */
  rollback(): void
}

type Totals = {
  media: MediaCount
  /** Whether blocks of a type carry citations; the first of them decides for all. */
  citations: { readonly document?: boolean; readonly search_result?: boolean }
  /** Calls of the API's own tools whose results are due in the next answer, since calls of ours came between. */
  waitingCalls: ReadonlyMap<string, Piece>
  /** True once a repair changed what the model had seen: thinking after it is bound to another past. */
  broken: boolean
}

type MediaCount = {
  readonly images: number
  readonly pages: number
  /** Images so large that the API allows only a few of them in one request. */
  readonly largeImages: number
}

/** Opens an empty ledger. */
export function createLedger(): Ledger {
  const toolIds = createUndoableSet()
  const serverCalls = createUndoableSet()
  const programs = createUndoableSet()
  const uuids = createUndoableSet()
  const answerIds = createUndoableSet()
  const all = [toolIds, serverCalls, programs, uuids, answerIds]
  let final: Totals = {
    media: { images: 0, pages: 0, largeImages: 0 },
    citations: {},
    waitingCalls: new Map(),
    broken: false,
  }
  // Field by field: ledgers that are spread together share no shape, and compiled code is thrown away with each.
  const ledger: Ledger = {
    toolIds,
    serverCalls,
    programs,
    uuids,
    answerIds,
    media: final.media,
    citations: final.citations,
    waitingCalls: final.waitingCalls,
    broken: final.broken,
    commit() {
      const { media, citations, waitingCalls, broken } = ledger
      final = { media, citations, waitingCalls, broken }
      for (const set of all) set.commit()
    },
    rollback() {
      ledger.media = final.media
      ledger.citations = final.citations
      ledger.waitingCalls = final.waitingCalls
      ledger.broken = final.broken
      for (const set of all) set.rollback()
    },
  }
  return ledger
}

type UndoableSet = {
  readonly has: (value: string) => boolean
  /** Says whether the value is new. */
  readonly add: (value: string) => boolean
  readonly commit: () => void
  readonly rollback: () => void
}

function createUndoableSet(): UndoableSet {
  const values = new Set<string>()
  // Counted and never emptied: a list that is begun anew for every exchange costs more than all that it holds.
  const recent: string[] = []
  let count = 0
  return {
    has: value => values.has(value),
    add: value => {
      const known = values.size
      values.add(value)
      if (values.size === known) return false
      recent[count++] = value
      return true
    },
    commit: () => {
      count = 0
    },
    rollback: () => {
      while (count > 0) values.delete(recent[--count] as string)
    },
  }
}
