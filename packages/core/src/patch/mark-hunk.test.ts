import { describe, expect, it } from 'vitest'
import { type DrawnLine, markHunk } from './mark-hunk.ts'

const draw = (lines: readonly DrawnLine[]): readonly string[] =>
  lines.map(
    ({ kind, before = '', after = '', words }) =>
      `${before}:${after} ${kind} ${words.map(({ text, isChanged }) => (isChanged ? `{${text}}` : text)).join('')}`,
  )

describe('markHunk', () => {
  it('numbers both sides, and marks the words in which lines that replace each other differ', () => {
    const lines = [' a', '-const one = 1', '-gone', '+const two = 1', ' b', '+c']
    expect(draw(markHunk({ oldStart: 10, newStart: 20, lines }))).toEqual([
      '10:20 same a',
      '11: removed const {one} = 1',
      '12: removed gone',
      ':21 added const {two} = 1',
      '13:22 same b',
      ':23 added c',
    ])
  })

  it('draws no line for a missing end of line', () => {
    expect(
      draw(markHunk({ oldStart: 1, newStart: 1, lines: ['-a', '\\ No newline at end of file', '+b'] })),
    ).toEqual(['1: removed a', ':1 added b'])
  })
})
