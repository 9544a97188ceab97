import type { RunningAgent, SessionChange, SessionRow, StoreCopyState } from '@antiphon/server/protocol'
import type { Failure } from '../client/failure.ts'

/** The sessions that the page knows of. */
export type SessionsState = {
  readonly rows: ReadonlyMap<string, SessionRow>
  /** The agents that run, by their sessions. */
  readonly agents: ReadonlyMap<string, RunningAgent>
  /** How far the copy of the team's store is, where the sessions are a store's. */
  readonly store: StoreCopyState | null
  readonly phase: 'listing' | 'ready' | 'failed'
  readonly failure: Failure | null
  /** False while nobody answers. */
  readonly isConnected: boolean
}

export type SessionsAction =
  | { readonly kind: 'listed'; readonly rows: readonly SessionRow[] }
  /** The list is whole: what is not among `ids` is gone. */
  | { readonly kind: 'complete'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'changes'; readonly changes: readonly SessionChange[] }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'connected' }

export const NO_SESSIONS: SessionsState = {
  rows: new Map(),
  agents: new Map(),
  store: null,
  phase: 'listing',
  failure: null,
  isConnected: true,
}

/** The state after what happened. */
export function reduceSessions(state: SessionsState, action: SessionsAction): SessionsState {
  switch (action.kind) {
    case 'listed':
      return { ...state, rows: put(state.rows, action.rows), isConnected: true }
    case 'complete':
      return {
        ...state,
        rows: keep(state.rows, action.ids),
        phase: 'ready',
        failure: null,
        isConnected: true,
      }
    case 'changes':
      return {
        ...state,
        rows: change(state.rows, action.changes),
        agents: action.changes.reduce(changeAgents, state.agents),
        store: action.changes.findLast(one => one.kind === 'store')?.store ?? state.store,
        isConnected: true,
      }
    case 'connected':
      return state.isConnected ? state : { ...state, isConnected: true }
    case 'failed':
      return {
        ...state,
        phase: state.rows.size > 0 && action.failure === 'unreachable' ? state.phase : 'failed',
        failure: action.failure,
        isConnected: action.failure !== 'unreachable',
      }
  }
}

type Rows = SessionsState['rows']

function put(rows: Rows, more: readonly SessionRow[]): Rows {
  const next = new Map(rows)
  for (const row of more) next.set(row.id, row)
  return next
}

function keep(rows: Rows, ids: ReadonlySet<string>): Rows {
  return new Map([...rows].filter(([id]) => ids.has(id)))
}

function change(rows: Rows, changes: readonly SessionChange[]): Rows {
  if (changes.every(({ kind }) => kind !== 'changed' && kind !== 'gone')) return rows
  const next = new Map(rows)
  for (const one of changes) {
    if (one.kind === 'changed') next.set(one.row.id, one.row)
    else if (one.kind === 'gone') next.delete(one.id)
  }
  return next
}

function changeAgents(agents: SessionsState['agents'], change: SessionChange): SessionsState['agents'] {
  return change.kind === 'agents' ? new Map(change.agents.map(agent => [agent.session, agent])) : agents
}
