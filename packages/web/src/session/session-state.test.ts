import type { Entry } from '@antiphon/core'
import type { Page, PlacedEntry } from '@antiphon/server/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_SESSION, reachesEnd, reduceSession, type SessionState } from './session-state.ts'

function place(seq: number): PlacedEntry {
  return { seq, next: seq + 10, entry: { type: 'user', uuid: String(seq) } as unknown as Entry, cut: 0 }
}

function page(from: number, to: number, end = 1000): Page {
  const entries = Array.from({ length: (to - from) / 10 }, (_, index) => place(from + index * 10))
  return { entries, from, to, end, agentIds: [] }
}

const opened = (from: number, to: number): SessionState =>
  reduceSession(NO_SESSION, { kind: 'opened', page: page(from, to) })
const places = (state: SessionState): number[] => state.entries.map(({ seq }) => seq)

describe('reduceSession', () => {
  it('puts older entries before those it has, each once', () => {
    const state = reduceSession(opened(100, 150), { kind: 'older', page: page(80, 120) })
    expect(places(state)).toEqual([80, 90, 100, 110, 120, 130, 140])
    expect(state.from).toBe(80)
  })
  it('goes on over a page without entries', () => {
    const state = reduceSession(opened(100, 150), { kind: 'older', page: { ...page(50, 50), to: 100 } })
    expect(state.from).toBe(50)
    expect(places(state)).toHaveLength(5)
  })
  it('does not ask for ever where a page brings nothing', () => {
    expect(reduceSession(opened(100, 150), { kind: 'older', page: page(100, 100) }).from).toBe(0)
    const newer = reduceSession(opened(100, 150), { kind: 'newer', page: page(150, 150) })
    expect(reachesEnd(newer)).toBe(true)
  })
  it('puts newer entries behind those it has, each once', () => {
    const state = reduceSession(opened(900, 950), { kind: 'newer', page: page(930, 1000) })
    expect(places(state)).toEqual([900, 910, 920, 930, 940, 950, 960, 970, 980, 990])
    expect(reachesEnd(state)).toBe(true)
  })
  it('takes what is followed once, however often it is told', () => {
    const told = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 })
    fc.assert(
      fc.property(told, numbers => {
        const start = opened(950, 1000)
        const sorted = numbers.toSorted((one, other) => one - other)
        const state = sorted.reduce(
          (before, number) =>
            reduceSession(before, { kind: 'appended', placed: [place(1000 + number * 10)], isAtEnd: true }),
          start,
        )
        expect(places(state)).toEqual([...new Set(places(state))].sort((one, other) => one - other))
        expect(reachesEnd(state)).toBe(true)
      }),
    )
  })
  it('lets go of what is far from the reader, without a gap', () => {
    let state = opened(0, 1000)
    for (let at = 1000; at < 40_000; at += 200)
      state = reduceSession(state, { kind: 'appended', placed: page(at, at + 200).entries, isAtEnd: true })
    expect(state.entries.length).toBeLessThanOrEqual(1200)
    expect(state).toMatchObject({ to: 40_000, end: 40_000, from: state.entries[0]?.seq })
    expect(reachesEnd(state)).toBe(true)
    const end = state.to
    for (let tries = 0; tries < 8; tries += 1)
      state = reduceSession(state, { kind: 'older', page: page(state.from - 1500, state.from, end) })
    expect(state.entries.length).toBeLessThanOrEqual(1200)
    expect(state.to).toBe(state.entries.at(-1)?.next)
    expect(reachesEnd(state)).toBe(false)
    while (!reachesEnd(state))
      state = reduceSession(state, {
        kind: 'newer',
        page: page(state.to, Math.min(end, state.to + 1500), end),
      })
    expect(places(state)).toEqual(places(state).map((_, index) => state.from + index * 10))
  })
  it('takes no more than it holds while somebody reads further up', () => {
    let state = opened(0, 1000)
    const first = state.entries[0]
    for (let at = 1000; at < 40_000; at += 200)
      state = reduceSession(state, { kind: 'appended', placed: page(at, at + 200).entries, isAtEnd: false })
    expect(state.entries.length).toBeLessThanOrEqual(1220)
    expect(state.entries[0]).toBe(first)
    expect(state.end).toBe(40_000)
    expect(reachesEnd(state)).toBe(false)
  })
  it('puts a whole entry in the place of a cut one', () => {
    const entry = { type: 'user', uuid: 'whole' } as unknown as Entry
    const state = reduceSession(opened(100, 120), { kind: 'replaced', seq: 110, entry })
    expect(state.entries[1]).toMatchObject({ seq: 110, cut: 0, entry })
  })
  it('keeps what it shows of a log that is gone, and goes on with it when it is back', () => {
    const gone = reduceSession(opened(100, 120), { kind: 'failed', failure: 'missing' })
    expect(gone).toMatchObject({ phase: 'ready', isGone: true, failure: null })
    expect(places(gone)).toEqual([100, 110])
    const back = reduceSession(gone, { kind: 'returned' })
    expect(back).toMatchObject({ isGone: false, to: 120 })
    expect(places(back)).toEqual([100, 110])
  })
  it('keeps what it shows when something fails later', () => {
    const state = reduceSession(opened(100, 120), { kind: 'failed', failure: 'unreachable' })
    expect(state).toMatchObject({ phase: 'ready', failure: 'unreachable', isLoadingOlder: false })
    expect(reduceSession(state, { kind: 'retried' })).toMatchObject({
      phase: 'ready',
      failure: null,
      from: 100,
    })
    expect(reduceSession(NO_SESSION, { kind: 'failed', failure: 'missing' }).phase).toBe('failed')
  })
})
