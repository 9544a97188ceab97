import { describe, expect, it } from 'vitest'
import { isFollowedEvent, isPage, isRunningAgents, isToldContext } from './answer-shapes.ts'

const PAGE = { entries: [], from: 0, to: 0, end: 0, agentIds: [] }

describe('the shape of an answer', () => {
  it('has every field that the type always has, of its kind; others pass', () => {
    expect(isPage({ ...PAGE, more: 1 })).toBe(true)
    for (const wrong of [
      null,
      7,
      [],
      {},
      { ...PAGE, entries: {} },
      { ...PAGE, end: null },
      { ...PAGE, to: '0' },
    ])
      expect(isPage(wrong)).toBe(false)
  })

  it('is that of the member of a union that it says it is', () => {
    expect(isFollowedEvent({ kind: 'restart' })).toBe(true)
    expect(isFollowedEvent({ kind: 'damage', seq: 1, next: 2 })).toBe(true)
    for (const wrong of [{}, { kind: 'damage' }, { kind: 'constructor' }, { kind: 'new' }, 'restart'])
      expect(isFollowedEvent(wrong)).toBe(false)
  })

  it('is looked at in every member of a list, and in a report that is told', () => {
    expect(isRunningAgents([{ chat: 'c', session: 's', state: 'idle' }])).toBe(true)
    expect(isRunningAgents([{ chat: 'c' }])).toBe(false)
    expect(isToldContext({ kind: 'progress', done: 1, total: 2 })).toBe(true)
    expect(isToldContext({ kind: 'report', report: { answers: 0, points: [], compactions: [] } })).toBe(true)
    expect(isToldContext({ kind: 'report', report: { answers: 0 } })).toBe(false)
  })
})
