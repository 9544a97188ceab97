import { describe, expect, it } from 'vitest'
import type { Page } from './log-protocol.ts'
import { ROUTES } from './routes.ts'
import { hasFields } from './shape.ts'

const PAGE = { entries: [], from: 0, to: 0, end: 0, agentIds: [] }

describe('the shape of an answer', () => {
  it('has the fields that the page reaches into, of their kind; others pass', () => {
    const { isAnswer } = ROUTES.page
    expect(isAnswer({ ...PAGE, more: 1 })).toBe(true)
    for (const wrong of [
      null,
      7,
      [],
      {},
      { ...PAGE, entries: {} },
      { ...PAGE, end: null },
      { ...PAGE, to: '0' },
    ])
      expect(isAnswer(wrong)).toBe(false)
  })

  it('is that of the member of a union that it says it is', () => {
    const { isAnswer } = ROUTES.follow
    expect(isAnswer({ kind: 'restart' })).toBe(true)
    expect(isAnswer({ kind: 'damage', seq: 1, next: 2 })).toBe(true)
    for (const wrong of [{}, { kind: 'damage' }, { kind: 'constructor' }, { kind: 'new' }, 'restart'])
      expect(isAnswer(wrong)).toBe(false)
  })

  it('is looked at in every member of a list', () => {
    const { isAnswer } = ROUTES['chat/running']
    expect(isAnswer([{ chat: 'c', session: 's', state: 'idle' }])).toBe(true)
    for (const wrong of [[{ chat: 'c' }], {}, [null]]) expect(isAnswer(wrong)).toBe(false)
  })

  it('names every list and object that a type always has', () => {
    // Only the compiler looks at these.
    const wrong = [
      // @ts-expect-error the entries are missing
      () => hasFields<Page>({ agentIds: 'list' }),
      // @ts-expect-error a list is no object
      () => hasFields<Page>({ entries: 'object', agentIds: 'list' }),
      // @ts-expect-error no such field
      () => hasFields<Page>({ entries: 'list', agentIds: 'list', rows: 'list' }),
    ]
    expect(wrong).toHaveLength(3)
  })
})
