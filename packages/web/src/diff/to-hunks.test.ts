import { describe, expect, it } from 'vitest'
import { mergeMarks, splitColours } from './draw-runs.ts'
import type { DiffLine } from './read-patch.ts'
import { pairLines, toHunks } from './to-hunks.ts'

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, text })

describe('pairLines', () => {
  it('puts what came beside what it took the place of', () => {
    const lines = [
      line('same', 'a'),
      line('removed', 'b'),
      line('removed', 'c'),
      line('added', 'B'),
      line('same', 'd'),
    ]
    expect(pairLines(lines).map(({ before, after }) => [before?.text, after?.text])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', undefined],
      ['d', 'd'],
    ])
  })

  it('loses no line and keeps their order', () => {
    const lines = [line('added', 'x'), line('removed', 'y'), line('added', 'z'), line('added', 'w')]
    const pairs = pairLines(lines)
    expect(pairs.flatMap(({ before }) => before?.text ?? [])).toEqual(['y'])
    expect(pairs.flatMap(({ after }) => after?.text ?? [])).toEqual(['x', 'z', 'w'])
  })
})

describe('toHunks', () => {
  it('tells changes apart by the gaps between them', () => {
    expect(toHunks([line('added', 'a'), line('gap', ''), line('added', 'b')])).toHaveLength(2)
    expect(toHunks([line('gap', '')])).toEqual([])
  })
})

describe('the pieces of a line', () => {
  it('are cut where a colour or a change ends, and say the same', () => {
    const [first, second] = splitColours([{ scope: 'keyword', children: ['let '] }, 'a = 1\nb'])
    expect(second).toEqual([{ text: 'b', scope: '', isChanged: false }])
    const merged = mergeMarks(first ?? [], [
      { text: 'le', isChanged: false },
      { text: 't a', isChanged: true },
      { text: ' = 1', isChanged: false },
    ])
    expect(merged.map(({ text, scope, isChanged }) => [text, scope, isChanged])).toEqual([
      ['le', 'keyword', false],
      ['t ', 'keyword', true],
      ['a', '', true],
      [' = 1', '', false],
    ])
  })
})
