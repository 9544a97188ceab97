import type { OutlineTurn, TurnOutline } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { addTold, joinTurns, NO_TOLD } from './join-turns.ts'

function turnsOf(from: number, to: number): readonly OutlineTurn[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index
    const counts = { calls: 0, failed: 0, added: 0, removed: 0, durationMs: null }
    return { number, seq: number * 10, last: number * 10 + 5, at: null, text: `turn ${number}`, ...counts }
  })
}

function outlineOf(from: number, to: number, compactions: readonly number[] = []): TurnOutline {
  const total = { calls: 0, failed: 0, added: 0, removed: 0, durationMs: 0 }
  return { turns: turnsOf(from, to), count: 900, total, compactions, end: 9005 }
}

const numbersOf = ({ turns }: Pick<TurnOutline, 'turns'>) => turns.map(({ number }) => number)

describe('joinTurns', () => {
  it('puts turns before and behind others as far as none is missing', () => {
    const outline = outlineOf(5, 7, [61])
    expect(joinTurns(outline, NO_TOLD)).toBe(outline)
    const told = {
      turns: [...turnsOf(1, 1), ...turnsOf(3, 5), ...turnsOf(8, 9)],
      compactions: [12, 41, 9000],
    }
    const joined = joinTurns(outline, told)
    expect(numbersOf(joined)).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(joined.compactions).toEqual([41, 61])
    expect(joined.count).toBe(900)
  })

  it('knows nothing of turns that are told for elsewhere', () => {
    const outline = outlineOf(50, 60)
    expect(joinTurns(outline, { turns: turnsOf(1, 20), compactions: [] })).toBe(outline)
  })
})

describe('addTold', () => {
  it('keeps each turn once, and so many of them', () => {
    const told = addTold({ turns: turnsOf(5, 9), compactions: [1] }, outlineOf(3, 6, [1, 2]), 'last')
    expect(numbersOf(told)).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(told.compactions).toEqual([1, 2])
    const many = addTold({ turns: turnsOf(2, 10_001), compactions: [] }, outlineOf(1, 2), 'last')
    expect([many.turns.length, many.turns[0]?.number]).toEqual([10_000, 1])
    const later = addTold({ turns: turnsOf(1, 10_000), compactions: [] }, outlineOf(10_001, 10_002), 'first')
    expect([later.turns.length, later.turns.at(-1)?.number]).toEqual([10_000, 10_002])
  })
})
