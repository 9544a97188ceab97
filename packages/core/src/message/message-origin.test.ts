import { describe, expect, it } from 'vitest'
import { AGENT_ORIGIN, HUMAN_ORIGIN, isOfPerson, originKind } from './message-origin.ts'

describe('originKind', () => {
  it('reads both forms', () => {
    expect(originKind(HUMAN_ORIGIN)).toBe('human')
    expect(originKind({ kind: 'human', author: { id: 'a', name: 'Ada' } })).toBe('human')
    expect(originKind('agent')).toBe('agent')
    expect(originKind(undefined)).toBeUndefined()
  })
})

it('takes for a person’s what nobody else is named for', () => {
  expect([undefined, 'human', HUMAN_ORIGIN].map(origin => isOfPerson(origin as undefined))).not.toContain(
    false,
  )
  expect(
    ['agent', AGENT_ORIGIN, { kind: 'user' }].map(origin => isOfPerson(origin as 'agent')),
  ).not.toContain(true)
})
