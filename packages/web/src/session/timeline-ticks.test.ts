import type { OutlineTurn } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { computeTicks, findSeen, toTickWidth } from './timeline-ticks.ts'

const turn = (number: number, fields: Partial<OutlineTurn> = {}): OutlineTurn => ({
  ...{ number, seq: number * 100, last: number * 100 + 50, at: null, text: `Turn ${number}` },
  ...{ calls: number, failed: 0, added: 0, removed: 0, durationMs: null, ...fields },
})
const turns = (count: number): readonly OutlineTurn[] =>
  Array.from({ length: count }, (_, index) => turn(index + 1))

describe('the ticks of a session', () => {
  it('are one a turn, cut where the context was compacted', () => {
    const ticks = computeTicks({
      end: 900,
      turns: [turn(1), turn(2, { failed: 3 }), turn(3)],
      compactions: [250],
    })
    expect(ticks.map(({ first, isCut, failed }) => [first.number, isCut, failed])).toEqual([
      [1, false, 0],
      [2, false, 3],
      [3, true, 0],
    ])
  })

  it('stand for several turns where there are too many', () => {
    const ticks = computeTicks({ end: 1, turns: turns(1001), compactions: [50_050] }, 100)
    expect(ticks.length).toBeLessThanOrEqual(100)
    expect(ticks[0]).toMatchObject({ first: { number: 1 }, last: { number: 11 }, calls: 11, next: 1200 })
    expect(ticks.at(-1)).toMatchObject({ last: { number: 1001 }, next: Number.POSITIVE_INFINITY })
    expect(ticks.filter(({ isCut }) => isCut)).toHaveLength(1)
  })

  it('are wider for more calls, and never too wide', () => {
    const widths = [0, 1, 3, 10, 30, 1000].map(toTickWidth)
    expect(widths).toEqual(widths.toSorted((one, other) => one - other))
    expect([widths[0], widths.at(-1)]).toEqual([5, 21])
  })

  it('tell which are on screen', () => {
    const ticks = computeTicks({ end: 1, turns: turns(5), compactions: [] })
    expect(findSeen(ticks, { first: 250, last: 320, isAtEnd: false })).toEqual({ from: 1, to: 2 })
    expect(findSeen(ticks, { first: 20, last: 30, isAtEnd: false })).toEqual({ from: 0, to: 0 })
    expect(findSeen(ticks, { first: 400, last: 420, isAtEnd: true })).toEqual({ from: 3, to: 4 })
  })
})
