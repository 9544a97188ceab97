import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { DiffView } from './diff-view.tsx'
import type { DiffLine } from './read-patch.ts'

const view = (lines: readonly DiffLine[]) => draw(<DiffView lines={lines} label="a.ts" />)
const same = (count: number): readonly DiffLine[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'same', text: `line ${index}` }))

describe('DiffView', () => {
  it('says for ears what signs say for eyes, and numbers lines where they are known', () => {
    const drawn = view([
      { kind: 'removed', text: 'one', before: 4 },
      { kind: 'added', text: 'two\u001b[0m', after: 4 },
    ])
    expect(drawn.text).toBe('4 − removed one 4 + added two')
    expect(view([{ kind: 'added', text: 'two' }]).text).toBe('+ added two')
  })

  it('cuts a long change, and a few lines more are not worth a button', () => {
    expect(view(same(64)).each('button')).toEqual([])
    const long = view(same(90))
    expect(long.text).toContain('line 59')
    expect(long.text).not.toContain('line 60')
    expect(long.each('button')[0]).toContain('30')
  })

  it('shows the first of many changes, and says how many there are', () => {
    const gap: DiffLine = { kind: 'gap', text: '' }
    const long = view([...same(30), gap, ...same(30), gap, { kind: 'added', text: 'the last' }, ...same(9)])
    expect(long.each('button')).toEqual(['Show 2 more changes'])
    expect(long.text).toContain('1 of 3 changes')
    expect(long.text).not.toContain('the last')
  })

  it('marks the words in which two lines differ, where enough of them is the same', () => {
    const change = (before: string, after: string) =>
      view([
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]).each('mark')
    expect(change('  let last = clock.now()', '  const origin = clock.now()')).toEqual([
      'let',
      'last',
      'const',
      'origin',
    ])
    expect(change('let last = 7', 'return null')).toEqual([])
  })
})
