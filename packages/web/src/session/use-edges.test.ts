import type { Page, PlacedEntry } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { NO_SESSION, reduceSession, type SessionState } from './session-state.ts'
import { chooseEdges } from './use-edges.ts'

const ENTRIES = 5000
const PAGE = 200

describe('the edges of what is loaded', () => {
  it('asks for more at the edge that is near', () => {
    const count = 100
    expect(chooseEdges({ firstDrawn: 3, lastDrawn: 40, count, way: null })).toEqual({
      older: true,
      newer: false,
    })
    expect(chooseEdges({ firstDrawn: 50, lastDrawn: 95, count, way: 'older' })).toEqual({
      older: false,
      newer: true,
    })
    expect(chooseEdges({ firstDrawn: undefined, lastDrawn: undefined, count: 0, way: null })).toEqual({
      older: false,
      newer: false,
    })
  })

  it.each([0, 2500, ENTRIES - PAGE])(
    'comes to rest where thousands of entries are one line, opened at %i',
    from => {
      let state = reduceSession(NO_SESSION, { kind: 'opened', page: pageOf(from, from + PAGE) })
      const loads = rest(next => (state = next), state)
      expect(loads).toBeLessThan((2 * ENTRIES) / PAGE)
      // Whoever wants back is led back, and it comes to rest again.
      const wasOlder = state.way === 'older'
      state = load(state, wasOlder ? 'newer' : 'older')
      expect(state.way).toBe(wasOlder ? 'newer' : 'older')
      expect(rest(next => (state = next), state)).toBeLessThan((2 * ENTRIES) / PAGE)
      expect(wasOlder ? state.to : state.from).toBe(wasOlder ? ENTRIES : 0)
    },
  )
})

/** Loads as a list of one line does, until it asks for nothing more; says how often. */
function rest(keep: (state: SessionState) => void, first: SessionState): number {
  let state = first
  for (let loads = 0; loads < 1000; loads += 1) {
    const { older, newer } = chooseEdges({ firstDrawn: 0, lastDrawn: 0, count: 1, way: state.way })
    const side = older && state.from > 0 ? 'older' : newer && state.to < state.end ? 'newer' : undefined
    if (!side) return loads
    state = load(state, side)
    keep(state)
  }
  return 1000
}

function load(state: SessionState, kind: 'older' | 'newer'): SessionState {
  const { from, to } = state
  const page =
    kind === 'older' ? pageOf(Math.max(0, from - PAGE), from) : pageOf(to, Math.min(ENTRIES, to + PAGE))
  return reduceSession(state, { kind, page })
}

/** Entries as long as a unit each. */
function pageOf(from: number, to: number): Page {
  const entries = Array.from({ length: to - from }, (_, index): PlacedEntry => {
    const seq = from + index
    return { seq, next: seq + 1, cut: 0, entry: { type: 'progress' } } as unknown as PlacedEntry // its kind does not matter
  })
  return { entries, from, to, end: ENTRIES, agentIds: [] }
}
