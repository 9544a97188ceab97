import { describe, expect, it } from 'vitest'
import {
  countTurns,
  isReplayOver,
  moveReplay,
  type ReplayMove,
  type ReplayPlace,
  readingTime,
} from './replay-state.ts'

const text = (words: string) => ({ kind: 'text' as const, text: words })
const turns = [
  { asked: 'one', parts: [text('a'), text('b')] },
  { asked: 'two', parts: [] },
  { asked: 'three', parts: [text('c')] },
]

function walk(from: ReplayPlace, ...moves: readonly ReplayMove[]): string {
  const { turn, parts } = moves.reduce((place, move) => moveReplay(turns, place, move), from)
  return `${turn}.${parts}`
}

const START = { turn: 0, parts: 0 }

describe('moveReplay', () => {
  it.each<[string, readonly ReplayMove[]]>([
    ['0.1', ['next-part']],
    ['1.0', ['next-part', 'next-part', 'next-part']],
    ['2.1', ['last']],
    ['2.1', ['last', 'next-part', 'next-turn']],
    ['2.0', ['last', 'previous-turn']],
    ['1.0', ['last', 'previous-turn', 'previous-turn']],
    ['0.2', ['next-turn', 'previous-part']],
    ['0.0', ['last', 'first', 'previous-part']],
  ])('comes to %s by %j', (place, moves) => {
    expect(walk(START, ...moves)).toBe(place)
  })

  it('is over where nothing is left', () => {
    expect(isReplayOver(turns, moveReplay(turns, START, 'last'))).toBe(true)
    expect(isReplayOver(turns, START)).toBe(false)
  })
})

describe('countTurns', () => {
  it('counts as the session does: what the program answered by itself is no turn', () => {
    const told = [1, null, 2, null].map(number => ({ number }))
    expect(told.map((_, place) => countTurns(told, place))).toEqual([
      [1, 2],
      [1, 2],
      [2, 2],
      [2, 2],
    ])
  })
})

describe('readingTime', () => {
  it('follows the words that were told last, and the speed', () => {
    const turn = { asked: 'one two', parts: [text('word '.repeat(20)), text('word '.repeat(900))] }
    expect(readingTime(turn, 0, 1)).toBe(1200)
    expect(readingTime(turn, 1, 1)).toBe(5000)
    expect(readingTime(turn, 1, 2)).toBe(2500)
    expect(readingTime(turn, 2, 1)).toBe(20_000)
  })
})
