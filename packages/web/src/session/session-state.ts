import type { Entry } from '@antiphon/core'
import type { Page, PlacedEntry } from '@antiphon/server/protocol'
import type { Failure } from '../client/failure.ts'
import { boundEntries, isTooMuch } from './bound-entries.ts'

/** A stretch of a session's log: what the page holds of it, without gaps; far from the reader it is let go. */
export type SessionState = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly failure: Failure | null
  /** What the server said about it. */
  readonly failureWords: string
  readonly entries: readonly PlacedEntry[]
  readonly from: number
  readonly to: number
  readonly end: number
  readonly agentIds: readonly string[]
  readonly isLoadingOlder: boolean
  readonly isLoadingNewer: boolean
  /** Since something was let go: which way was loaded last. */
  readonly way: 'older' | 'newer' | null
  /** Stretches that could not be read. */
  readonly damage: number
  readonly wasRestarted: boolean
  /** The file is not there any more; what was read of it stays. */
  readonly isGone: boolean
  /** The message that was asked for is not in it. */
  readonly isAstray: boolean
}

export type SessionAction =
  | { readonly kind: 'opening' }
  | { readonly kind: 'opened'; readonly page: Page; readonly isAstray?: boolean }
  | { readonly kind: 'older-asked' }
  | { readonly kind: 'newer-asked' }
  | { readonly kind: 'older'; readonly page: Page }
  | { readonly kind: 'newer'; readonly page: Page }
  | {
      readonly kind: 'appended'
      readonly placed: readonly PlacedEntry[]
      /** Whether the reader is at the end and goes on with it. */
      readonly isAtEnd: boolean
    }
  | { readonly kind: 'replaced'; readonly seq: number; readonly entry: Entry }
  | { readonly kind: 'damage'; readonly next: number }
  | { readonly kind: 'restarted' }
  /** Somebody wants to try again what failed. */
  | { readonly kind: 'retried' }
  /** The file is there again, with all that was read of it. */
  | { readonly kind: 'returned' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly words?: string }

export const NO_SESSION: SessionState = {
  phase: 'loading',
  failure: null,
  failureWords: '',
  entries: [],
  from: 0,
  to: 0,
  end: 0,
  agentIds: [],
  isLoadingOlder: false,
  isLoadingNewer: false,
  way: null,
  damage: 0,
  wasRestarted: false,
  isGone: false,
  isAstray: false,
}

/** The state after what happened. */
export function reduceSession(state: SessionState, action: SessionAction): SessionState {
  switch (action.kind) {
    case 'opening':
      return { ...NO_SESSION, wasRestarted: state.wasRestarted }
    case 'opened':
      return { ...open(state, action.page), isAstray: action.isAstray ?? false }
    case 'older-asked':
      return { ...state, isLoadingOlder: true }
    case 'newer-asked':
      return { ...state, isLoadingNewer: true }
    case 'older':
      return addOlder(state, action.page)
    case 'newer':
      return addNewer(state, action.page)
    case 'appended':
      return follow(state, action.placed, action.isAtEnd)
    case 'replaced':
      return { ...state, entries: replace(state.entries, action.seq, action.entry) }
    case 'damage':
      return { ...state, damage: state.damage + 1, ...reach(state, action.next) }
    case 'restarted':
      return { ...NO_SESSION, wasRestarted: true }
    case 'retried':
      return { ...state, failure: null, failureWords: '' }
    case 'returned':
      return { ...state, isGone: false }
    case 'failed':
      return fail(state, action.failure, action.words ?? '')
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
  const all = [...older, ...state.entries]
  const held = boundEntries(all, 'last')
  const wasLetGo = held !== all
  return {
    ...state,
    isLoadingOlder: false,
    entries: held,
    to: wasLetGo ? (held.at(-1)?.next ?? state.to) : state.to,
    way: wasLetGo || state.way !== null ? 'older' : null,
    from: isStuck ? 0 : from,
    agentIds: page.agentIds,
  }
}

function holdLast(state: SessionState): SessionState {
  const entries = boundEntries(state.entries, 'first')
  if (entries === state.entries) return state
  return { ...state, entries, from: entries[0]?.seq ?? state.from, way: 'newer' }
}

/** What comes while somebody reads further up is not held for ever: they load it when they get there. */
function follow(state: SessionState, placed: readonly PlacedEntry[], isAtEnd: boolean): SessionState {
  if (isAtEnd) return holdLast(append(state, placed))
  const end = Math.max(state.end, placed.at(-1)?.next ?? 0)
  return isTooMuch(state.entries) || state.to < state.end ? { ...state, end } : append(state, placed)
}

function addNewer(state: SessionState, page: Page): SessionState {
  const next = append({ ...state, isLoadingNewer: false, agentIds: page.agentIds }, page.entries)
  const isStuck = page.to <= state.to
  return holdLast({
    ...next,
    to: isStuck ? page.end : Math.max(next.to, page.to),
    end: Math.max(page.end, next.end),
    way: state.way === null ? null : 'newer',
  })
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

function fail(state: SessionState, failure: Failure, failureWords: string): SessionState {
  const halted = { ...state, isLoadingOlder: false, isLoadingNewer: false }
  if (state.phase === 'ready' && failure === 'missing') return { ...halted, isGone: true, failure: null }
  const phase = state.phase === 'ready' ? 'ready' : 'failed'
  return { ...halted, phase, failure, failureWords }
}
