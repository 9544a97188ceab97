import type { Entry } from '@antiphon/core'
import type { Page, PlacedEntry } from '../backend/backend.ts'
import type { Failure } from '../backend/failure.ts'

/** A stretch of a session's log: what the page has loaded of it, without gaps. */
export type SessionState = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly failure: Failure | null
  readonly entries: readonly PlacedEntry[]
  readonly from: number
  readonly to: number
  readonly end: number
  readonly agentIds: readonly string[]
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  /** Stretches that could not be read. */
  readonly damage: number
  readonly wasRestarted: boolean
}

export type SessionAction =
  | { readonly kind: 'opening' }
  | { readonly kind: 'opened'; readonly page: Page }
  | { readonly kind: 'older-asked' }
  | { readonly kind: 'newer-asked' }
  | { readonly kind: 'older'; readonly page: Page }
  | { readonly kind: 'newer'; readonly page: Page }
  | { readonly kind: 'appended'; readonly placed: readonly PlacedEntry[] }
  | { readonly kind: 'replaced'; readonly seq: number; readonly entry: Entry }
  | { readonly kind: 'damage'; readonly next: number }
  | { readonly kind: 'restarted' }
  | { readonly kind: 'failed'; readonly failure: Failure }

export const NO_SESSION: SessionState = {
  phase: 'loading',
  failure: null,
  entries: [],
  from: 0,
  to: 0,
  end: 0,
  agentIds: [],
  isLoadingOlder: false,
  isLoadingNewer: false,
  damage: 0,
  wasRestarted: false,
}

/** The state after what happened. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.kind) {
    case 'opening':
      return { ...NO_SESSION, wasRestarted: state.wasRestarted }
    case 'opened':
      return open(state, action.page)
    case 'older-asked':
      return { ...state, isLoadingOlder: true }
    case 'newer-asked':
      return { ...state, isLoadingNewer: true }
    case 'older':
      return addOlder(state, action.page)
    case 'newer':
      return addNewer(state, action.page)
    case 'appended':
      return append(state, action.placed)
    case 'replaced':
      return { ...state, entries: replace(state.entries, action.seq, action.entry) }
    case 'damage':
      return { ...state, damage: state.damage + 1, ...reach(state, action.next) }
    case 'restarted':
      return { ...NO_SESSION, wasRestarted: true }
    case 'failed':
      return fail(state, action.failure)
  }
}

/** Whether what is loaded reaches the log's end, so that what comes can be put behind it. */
export function reachesEnd({ phase, to, end }: SessionState): boolean {
  return phase === 'ready' && to >= end
}

function open(state: SessionState, { entries, from, to, end, agentIds }: Page): SessionState {
  return { ...NO_SESSION, wasRestarted: state.wasRestarted, phase: 'ready', entries, from, to, end, agentIds }
}

function addOlder(state: SessionState, page: Page): SessionState {
  const older = page.entries.filter(({ seq }) => seq < state.from)
  // A page that brings nothing must not be asked for again and again.
  const from = older.length === 0 ? Math.min(page.from, state.from) : page.from
  const isStuck = older.length === 0 && from === state.from
  return {
    ...state,
    isLoadingOlder: false,
    entries: [...older, ...state.entries],
    from: isStuck ? 0 : from,
    agentIds: page.agentIds,
  }
}

function addNewer(state: SessionState, page: Page): SessionState {
  const next = append({ ...state, isLoadingNewer: false, agentIds: page.agentIds }, page.entries)
  const isStuck = page.to <= state.to
  return { ...next, to: isStuck ? page.end : Math.max(next.to, page.to), end: Math.max(page.end, next.end) }
}

function append(state: SessionState, placed: readonly PlacedEntry[]): SessionState {
  const newer = placed.filter(({ seq }) => seq >= state.to)
  const last = newer.at(-1)
  if (!last) return state
  return { ...state, entries: [...state.entries, ...newer], ...reach(state, last.next) }
}

function reach(state: SessionState, next: number): Pick<SessionState, 'to' | 'end'> {
  return { to: Math.max(state.to, next), end: Math.max(state.end, next) }
}

function replace(entries: readonly PlacedEntry[], seq: number, entry: Entry): readonly PlacedEntry[] {
  return entries.map(placed => (placed.seq === seq ? { ...placed, entry, cut: 0 } : placed))
}

function fail(state: SessionState, failure: Failure): SessionState {
  const phase = state.phase === 'ready' ? 'ready' : 'failed'
  return { ...state, phase, failure, isLoadingOlder: false, isLoadingNewer: false }
}
