import { describe, expect, it } from 'vitest'
import { formatTable } from './format-table.ts'

describe('formatTable', () => {
  it('makes columns as wide as their widest cell, CJK included', () => {
    const rows = [
      [{ text: '灯塔' }, { text: '5' }, { text: 'last' }],
      [{ text: 'a' }, { text: '12' }, { text: 'one' }],
    ]
    expect(formatTable({ rows, align: 'lrl' })).toEqual(['灯塔   5  last', 'a     12  one'])
  })

  it('measures a cell without its style', () => {
    const rows = [
      [{ text: 'a', style: (text: string) => `<<${text}>>` }, { text: 'b' }],
      [{ text: 'aaa' }, { text: 'b' }],
    ]
    expect(formatTable({ rows, align: 'll' })).toEqual(['<<a>>    b', 'aaa  b'])
  })
})
