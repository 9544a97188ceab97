import { describe, expect, it } from 'vitest'
import { answer, text, user } from '../testing/history-builder.ts'
import {
  changePieces,
  createSource,
  innerMessage,
  lastStopReason,
  type Piece,
  repairOf,
  withPieces,
} from './exchange.ts'

const source = createSource({ ...user('x'), uuid: 'u' }, 4)
const [one, two, three] = ['1', '2', '3'].map((words): Piece => ({ block: text(words), source })) as [
  Piece,
  Piece,
  Piece,
]

describe('createSource', () => {
  it.each([
    ['u', 'u'],
    ['', null],
    [7, null],
    [undefined, null],
  ])('takes the uuid %j for %j', (uuid, expected) => {
    expect(createSource({ uuid }, 0).uuid).toBe(expected)
  })
})

it('reads the message inside of an entry, or an empty one', () => {
  expect(innerMessage(source)).toEqual({ role: 'user', content: 'x' })
  expect(innerMessage(createSource({ message: 'x' }, 0))).toEqual({})
})

it('takes the last stop reason that an entry of an answer gives', () => {
  const entries = [null, 'tool_use', null].map((stop_reason, index) =>
    createSource(answer('m', 'x', { stop_reason }), index),
  )
  expect(lastStopReason(entries)).toBe('tool_use')
  expect(lastStopReason([])).toBeUndefined()
})

it('tells where a repair was made', () => {
  expect(repairOf(source, 'TUP-01', 'inserted', 'why')).toEqual({
    rule: 'TUP-01',
    action: 'inserted',
    index: 4,
    uuid: 'u',
    detail: 'why',
  })
})

describe('changePieces', () => {
  it('gives the same list back where nothing changed', () => {
    const pieces = [one, two]
    expect(changePieces(pieces, piece => piece)).toBe(pieces)
  })

  it('replaces, removes and adds pieces, and keeps those before and after', () => {
    expect(changePieces([one, two, three], piece => (piece === two ? three : piece))).toEqual([
      one,
      three,
      three,
    ])
    expect(changePieces([one, two, three], piece => (piece === two ? [] : piece))).toEqual([one, three])
    expect(changePieces([one, two], piece => [piece, three])).toEqual([one, three, two, three])
    expect(changePieces([one, two], (_piece, _given, position) => (position === 0 ? two : []))).toEqual([two])
  })
})

it('gives the same exchange back where neither side changed', () => {
  const exchange = { answerSources: [], answer: [one], reply: [two], paused: false }
  expect(withPieces(exchange, { answer: exchange.answer })).toBe(exchange)
  expect(withPieces(exchange, { reply: [three] })).toEqual({ ...exchange, reply: [three] })
})
