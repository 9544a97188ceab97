import type { Outline } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { BranchTree } from './branch-tree.tsx'

const branch = { leafUuid: 'u', parent: null, text: '', at: null, messages: 1 }
const tree = (branches: number, hiddenBranches: number, shown = 0) => {
  const outline = { branches: Array.from({ length: branches }, () => branch), hiddenBranches }
  return draw(<BranchTree outline={outline as unknown as Outline} shown={shown} onChoose={() => undefined} />)
}

describe('BranchTree', () => {
  it('is there only where there is something to choose, and counts what is not listed', () => {
    expect(tree(1, 0).html).toBe('')
    expect(tree(2, 0).text).toMatch(/\b1 /)
    expect(tree(2, 40).text).toMatch(/\b41 /)
    expect(tree(2, 0).attributes('button', 'aria-expanded')).toEqual(['false'])
  })
})
