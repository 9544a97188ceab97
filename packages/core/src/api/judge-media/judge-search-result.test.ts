import { describe, expect, it } from 'vitest'
import { image, text } from '../../testing/history-builder.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { judgeSearchResult } from './judge-search-result.ts'

const FOUND = { type: 'search_result', source: 's', title: 't', content: [text('words')] }

describe('judgeSearchResult', () => {
  it.each([FOUND, text('no search result')])('takes %j', block => {
    expect(judgeSearchResult(block as never)).toEqual({ kind: 'fine' })
  })

  it.each([
    ['SEA-01', { ...FOUND, source: '' }],
    ['SEA-01', { ...FOUND, title: '' }],
    ['SEA-01', { ...FOUND, title: 5 }],
    ['EMP-07', { ...FOUND, content: [] }],
    ['EMP-07', { ...FOUND, content: 'words' }],
    ['EMP-07', { ...FOUND, content: [text(' ')] }],
    ['EMP-07', { ...FOUND, content: [text('a'), image(PIXEL)] }],
    ['EMP-07', { ...FOUND, content: [null] }],
  ])('refuses by %s: %j', (rule, block) => {
    expect(judgeSearchResult(block as never)).toMatchObject({ kind: 'refused', rule })
  })
})
