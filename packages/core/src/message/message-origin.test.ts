import { describe, expect, it } from 'vitest'
import { HUMAN_ORIGIN, originKind } from './message-origin.ts'

describe('originKind', () => {
  it('reads both forms', () => {
    expect(originKind(HUMAN_ORIGIN)).toBe('human')
    expect(originKind({ kind: 'human', author: { id: 'a', name: 'Ada' } })).toBe('human')
    expect(originKind('agent')).toBe('agent')
    expect(originKind(undefined)).toBeUndefined()
  })
})
