import type { Piece } from './exchange.ts'

/** What the requests so far have used up: the little that later exchanges need to know of earlier ones. */
export interface Ledger {
  hasToolId(id: string): boolean
  addToolId(id: string): void
  /** True for a call of the API's own tools that is part of the request. */
  hasServerCall(id: string): boolean
  addServerCall(id: string): void
  /** True for such a call that has called tools of ours. */
  isProgram(id: string): boolean
  addProgram(id: string): void
  hasUuid(uuid: string): boolean
  addUuid(uuid: string): void
  hasAnswerId(id: string): boolean
  addAnswerId(id: string): void
  readonly media: MediaCount
  countMedia(change: Partial<MediaCount>): void
  /** Whether blocks of a type carry citations; the first of them decides for all. */
  readonly citations: Citations
  setCitations(type: keyof Citations, enabled: boolean): void
  /** Calls of the API's own tools whose results are due in the next answer, since calls of ours came between. */
  readonly waitingCalls: ReadonlyMap<string, Piece>
  setWaitingCalls(calls: ReadonlyMap<string, Piece>): void
  /** True once a repair changed what the model had seen: thinking after it is bound to another past. */
  readonly broken: boolean
  markBroken(): void
  /** Makes everything so far final. */
  commit(): void
  /** Takes back all that was noted since the last commit, so that an open exchange can be rendered many times. */
  rollback(): void
}

export type MediaCount = {
  readonly images: number
  readonly pages: number
  /** Images so large that the API allows only a few of them in one request. */
  readonly largeImages: number
}

export type Citations = { readonly document?: boolean; readonly search_result?: boolean }

type Totals = {
  readonly media: MediaCount
  readonly citations: Citations
  readonly waitingCalls: ReadonlyMap<string, Piece>
  readonly broken: boolean
}

const NO_CALLS: ReadonlyMap<string, Piece> = new Map()

/** Opens an empty ledger. */
export function createLedger(): Ledger {
  const toolIds = createUndoableSet()
  const serverCalls = createUndoableSet()
  const programs = createUndoableSet()
  const uuids = createUndoableSet()
  const answerIds = createUndoableSet()
  let final: Totals = {
    media: { images: 0, pages: 0, largeImages: 0 },
    citations: {},
    waitingCalls: NO_CALLS,
    broken: false,
  }
  let current = final
  return {
    hasToolId: toolIds.has,
    addToolId: toolIds.add,
    hasServerCall: serverCalls.has,
    addServerCall: serverCalls.add,
    isProgram: programs.has,
    addProgram: programs.add,
    hasUuid: uuids.has,
    addUuid: uuids.add,
    hasAnswerId: answerIds.has,
    addAnswerId: answerIds.add,
    get media() {
      return current.media
    },
    countMedia: change => {
      current = { ...current, media: addMedia(current.media, change) }
    },
    get citations() {
      return current.citations
    },
    setCitations: (type, enabled) => {
      current = { ...current, citations: { ...current.citations, [type]: enabled } }
    },
    get waitingCalls() {
      return current.waitingCalls
    },
    setWaitingCalls: waitingCalls => {
      current = { ...current, waitingCalls }
    },
    get broken() {
      return current.broken
    },
    markBroken: () => {
      current = { ...current, broken: true }
    },
    commit: () => {
      final = current
      toolIds.commit()
      serverCalls.commit()
      programs.commit()
      uuids.commit()
      answerIds.commit()
    },
    rollback: () => {
      current = final
      toolIds.rollback()
      serverCalls.rollback()
      programs.rollback()
      uuids.rollback()
      answerIds.rollback()
    },
  }
}

function addMedia(media: MediaCount, change: Partial<MediaCount>): MediaCount {
  return {
    images: media.images + (change.images ?? 0),
    pages: media.pages + (change.pages ?? 0),
    largeImages: media.largeImages + (change.largeImages ?? 0),
  }
}

function createUndoableSet(): {
  readonly has: (value: string) => boolean
  readonly add: (value: string) => void
  readonly commit: () => void
  readonly rollback: () => void
} {
  const values = new Set<string>()
  const recent: string[] = []
  return {
    has: value => values.has(value),
    add: value => {
      if (values.has(value)) return
      values.add(value)
      recent.push(value)
    },
    commit: () => {
      recent.length = 0
    },
    rollback: () => {
      for (const value of recent) values.delete(value)
      recent.length = 0
    },
  }
}
