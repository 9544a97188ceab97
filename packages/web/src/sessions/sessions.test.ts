import type { SessionRow } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { makeRow } from '../../test/make-sessions.ts'
import { ENGLISH } from '../language/texts.ts'
import { formatAgo, formatExact } from '../parts/format-time.ts'
import { groupSessions, splitPath } from '../parts/group-sessions.ts'
import { createSessionFilter } from './filter-sessions.ts'
import { NO_SESSIONS, reduceSessions } from './sessions-state.ts'

function row(id: string, fields: Partial<SessionRow> = {}): SessionRow {
  const empty = { title: id, firstPrompt: null, lastPrompt: null, cwd: '/a', gitBranch: null }
  return makeRow(id, { ...empty, startedAt: null, changedAt: '2026-01-01T00:00:00.000Z', ...fields })
}

describe('reduceSessions', () => {
  const listed = reduceSessions(NO_SESSIONS, { kind: 'listed', rows: [row('a'), row('b')] })
  it('drops what a whole list does not name', () => {
    const state = reduceSessions(listed, { kind: 'complete', ids: new Set(['b']) })
    expect([...state.rows.keys()]).toEqual(['b'])
    expect(state.phase).toBe('ready')
  })
  it('takes changes in their order', () => {
    const state = reduceSessions(listed, {
      kind: 'changes',
      changes: [
        { kind: 'changed', row: row('a', { title: 'new' }) },
        { kind: 'gone', id: 'b' },
      ],
    })
    expect([...state.rows.values()].map(({ title }) => title)).toEqual(['new'])
  })
  it('knows the agents that were told last, each by its session', () => {
    const agent = { chat: 'c', session: 'a', state: 'requires_action' } as const
    const told = reduceSessions(listed, { kind: 'changes', changes: [{ kind: 'agents', agents: [agent] }] })
    expect([told.agents.get('a'), told.rows]).toEqual([agent, listed.rows])
    const over = reduceSessions(told, { kind: 'changes', changes: [{ kind: 'agents', agents: [] }] })
    expect(over.agents.size).toBe(0)
  })
  it('keeps its rows while nobody answers', () => {
    const state = reduceSessions(listed, { kind: 'failed', failure: 'unreachable' })
    expect(state.isConnected).toBe(false)
    expect(state.rows.size).toBe(2)
    expect(reduceSessions(listed, { kind: 'failed', failure: 'unauthorized' }).phase).toBe('failed')
  })
})

describe('createSessionFilter', () => {
  const rows = [row('a', { title: 'Fix the Parser', gitBranch: 'dev' }), row('b', { cwd: '/home/me/parser' })]
  const filter = createSessionFilter()
  it('finds every word in any field, whatever its case', () => {
    expect(filter(rows, 'parser').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(filter(rows, 'PARSER dev').map(({ id }) => id)).toEqual(['a'])
    expect(filter(rows, '  ')).toHaveLength(2)
  })
})

describe('groupSessions', () => {
  it('puts what changed last first, among projects and in each', () => {
    const lines = groupSessions([
      row('old', { cwd: '/x', changedAt: '2026-01-01' }),
      row('other', { cwd: null, changedAt: '2026-01-02' }),
      row('new', { cwd: '/x', changedAt: '2026-01-03' }),
    ])
    expect(lines.map(({ key }) => key)).toEqual(['project /x', 'new', 'old', 'project null', 'other'])
  })
  it('names a folder by its last name', () => {
    expect(splitPath('/home/me/app')).toEqual({ parent: 'home/me', name: 'app' })
    expect(splitPath('C:\\work\\app').name).toBe('app')
  })
})

describe('times', () => {
  const now = Date.parse('2026-01-10T00:00:00Z')
  it('are told in one unit', () => {
    expect(formatAgo('2026-01-09T23:59:40Z', now, ENGLISH)).toBe('now')
    expect(formatAgo('2026-01-09T21:00:00Z', now, ENGLISH)).toBe('3h ago')
    expect(formatAgo('2027-01-01T00:00:00Z', now, ENGLISH)).toBe('now')
    expect(formatAgo('2020-01-01T00:00:00Z', now, ENGLISH)).toBe('6y ago')
  })
  it('are no times where the log has none', () => {
    expect(formatAgo('soon', now, ENGLISH)).toBe('')
    expect(formatExact('soon', 'en')).toBe('soon')
  })
})
