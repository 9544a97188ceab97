import { describe, expect, it } from 'vitest'
import { boundDiff } from './bound-diff.ts'
import type { DiffLine } from './read-patch.ts'

const added = (text: string): DiffLine => ({ kind: 'added', text })

describe('boundDiff', () => {
  it('leaves a short change as it is', () => {
    const lines = [added('one'), added('two')]
    expect(boundDiff(lines, { maxLines: 2, maxUnits: 6 })).toEqual({ lines, cutLines: 0, cutUnits: 0 })
  })
  it('cuts by lines', () => {
    expect(boundDiff([added('one'), added('two')], { maxLines: 1, maxUnits: 100 })).toEqual({
      lines: [added('one')],
      cutLines: 1,
      cutUnits: 3,
    })
  })
  it('cuts inside a line that is too long', () => {
    expect(
      boundDiff([added('one'), added('x'.repeat(100)), added('')], { maxLines: 9, maxUnits: 5 }),
    ).toEqual({
      lines: [added('one'), added('xx')],
      cutLines: 1,
      cutUnits: 98,
    })
  })
})
