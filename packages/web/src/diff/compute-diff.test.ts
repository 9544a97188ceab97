import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDiff } from './compute-diff.ts'
import { readPatch } from './read-patch.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })

describe('computeDiff', () => {
  it('keeps what both have', () => {
    expect(computeDiff('a\nb\nc\n', 'a\nx\nc\n')).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: 'c' },
    ])
  })
  it('removes what only the old has and adds what only the new has, no line more', () => {
    fc.assert(
      fc.property(lines, lines, (old, fresh) => {
        const diff = computeDiff(`${old.join('\n')}\n`, `${fresh.join('\n')}\n`)
        const count = (kind: string) => diff.filter(line => line.kind === kind).length
        const sizes = [old.length, fresh.length].map(length => Math.max(1, length))
        expect(count('added') - count('removed')).toBe((sizes[1] ?? 0) - (sizes[0] ?? 0))
      }),
    )
  })
  it('says nothing of equal texts but their surroundings', () => {
    expect(computeDiff('a\nb', 'a\nb').every(line => line.kind === 'same')).toBe(true)
    expect(computeDiff('', '')).toEqual([])
  })
  it('leaves a gap between changes that are far apart', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const diff = computeDiff(lines.join('\n'), lines.with(2, 'x').with(17, 'y').join('\n'))
    expect(diff.map(({ kind }) => kind).filter(kind => kind !== 'same')).toEqual([
      'removed',
      'added',
      'gap',
      'removed',
      'added',
    ])
  })
  it('takes two long texts', () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`).join('\n')
    expect(computeDiff(long('a'), long('b'))).toHaveLength(10_000)
  })
})

describe('readPatch', () => {
  it('numbers the lines of each hunk', () => {
    const patch = [{ oldStart: 4, newStart: 4, lines: [' a', '-b', '+c', '\\ No newline at end of file'] }]
    expect(readPatch(patch)).toEqual([
      { kind: 'same', text: 'a', before: 4, after: 4 },
      { kind: 'removed', text: 'b', before: 5 },
      { kind: 'added', text: 'c', after: 5 },
    ])
  })
  it('takes anything', () => {
    fc.assert(fc.property(fc.anything(), value => Array.isArray(readPatch(value))))
  })
})
