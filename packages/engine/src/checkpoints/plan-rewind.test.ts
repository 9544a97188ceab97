import { describe, expect, it } from 'vitest'
import { countChangedLines } from './plan-rewind.ts'

const count = (before: string, after: string): readonly number[] => {
  const { insertions, deletions } = countChangedLines(
    Buffer.from(before, 'latin1'),
    Buffer.from(after, 'latin1'),
  )
  return [insertions, deletions]
}

describe('the lines that differ', () => {
  it.each([
    ['', '', [0, 0]],
    ['', 'a\nb', [2, 0]],
    ['a\nb\n', '', [0, 2]],
    ['a\nb\nc\n', 'a\nx\nc\n', [1, 1]],
    ['a\nb\n', 'b\na\n', [1, 1]],
    ['a', 'a\n', [1, 1]],
    ['a\n', 'a\r\n', [1, 1]],
    ['\n\n', '\n', [0, 1]],
    ['a\0', 'b\n', [0, 0]],
    ['a\n', '\xff\n', [0, 0]],
  ])('from %j to %j are %j', (before, after, wanted) => {
    expect(count(before, after)).toEqual(wanted)
  })

  it('are counted exactly where two long files have nothing in common', () => {
    expect(count('x\n'.repeat(20_000), 'y\n'.repeat(30_000))).toEqual([30_000, 20_000])
  })
})
