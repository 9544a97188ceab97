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
    expect(view(same(28)).each('button')).toEqual([])
    const long = view(same(60))
    expect(long.text).toContain('line 23')
    expect(long.text).not.toContain('line 24')
    expect(long.each('button')[0]).toContain('36')
  })
})
