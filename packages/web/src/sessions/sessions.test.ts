import type { RunningAgent, SessionRow } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { makeRow } from '../../test/make-sessions.ts'
import { ENGLISH } from '../language/texts.ts'
import { formatAgo, formatExact } from '../parts/format-time.ts'
import { computeListLines, type ListLinesOptions } from './compute-list-lines.ts'
import { createSessionFilter } from './filter-sessions.ts'
import { type ListFilters, NO_FILTERS, parseListChoice } from './list-choice.ts'
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
  const rows = [
    row('a', { title: 'Fix the Parser', gitBranch: 'dev', isStarred: true, tags: ['later'] }),
    row('b', { cwd: '/home/me/parser', isOneOff: true, agent: 'antiphon' }),
    row('away', { isArchived: true, host: 'other' }),
    row('waits'),
  ]
  const agents = new Map<string, RunningAgent>([
    ['waits', { chat: 'c', session: 'waits', state: 'requires_action' }],
    ['b', { chat: 'd', session: 'b', state: 'running' }],
  ])
  const filter = createSessionFilter()
  const find = (query: string, filters: Partial<ListFilters> = {}, hidesOneOff = false): readonly string[] =>
    filter(rows, { query, filters: { ...NO_FILTERS, ...filters }, agents, hidesOneOff }).map(({ id }) => id)

  it('finds every word in any field, whatever its case', () => {
    expect(find('parser')).toEqual(['a', 'b'])
    expect(find('PARSER dev')).toEqual(['a'])
    expect(find('  ')).toEqual(['a', 'b', 'waits'])
  })
  it('leaves out what was put away, and prompts of programs where that is wished', () => {
    expect(find('', {}, true)).toEqual(['a', 'waits'])
    expect(find('', { isArchived: true })).toEqual(['away'])
    expect(find('', { isOneOff: true }, true)).toEqual(['b'])
  })
  it('keeps to what runs or waits, is starred, tagged, of an agent or a computer', () => {
    expect(find('', { states: ['waiting'] })).toEqual(['waits'])
    expect(find('', { states: ['waiting', 'running'] })).toEqual(['b', 'waits'])
    expect(find('', { isStarred: true })).toEqual(['a'])
    expect(find('', { tag: 'later' })).toEqual(['a'])
    expect(find('', { agent: 'antiphon' })).toEqual(['b'])
    expect(find('', { isArchived: true, host: 'other' })).toEqual(['away'])
    expect(find('', { isArchived: true, host: '' })).toEqual([])
  })
})

describe('computeListLines', () => {
  const now = Date.parse('2026-11-15T12:00:00')
  const lines = (rows: readonly SessionRow[], options: Partial<ListLinesOptions> = {}): readonly string[] =>
    computeListLines({ rows, sort: 'changed', costOf: () => 0, folded: new Set(), now, ...options }).map(
      ({ key }) => key,
    )
  const of = (id: string, repositoryPath: string | null, fields: Partial<SessionRow> = {}): SessionRow =>
    row(id, { repositoryPath, repository: repositoryPath, cwd: repositoryPath, ...fields })

  it('puts what changed last first, among repositories and in each', () => {
    const rows = [
      of('old', '/x', { changedAt: '2026-01-01' }),
      of('other', null, { changedAt: '2026-01-02' }),
      of('new', '/x', { changedAt: '2026-01-03' }),
    ]
    expect(lines(rows)).toEqual(['repository /x', 'new', 'old', 'repository ', 'other'])
    expect(lines(rows, { folded: new Set(['repository /x']) })).toEqual([
      'repository /x',
      'repository ',
      'other',
    ])
  })
  it('names worktrees where there is more than the main one, which comes first', () => {
    const rows = [of('a', '/x', { worktree: 'fog' }), of('b', '/x'), of('c', '/x', { worktree: 'fog' })]
    expect(lines(rows)).toEqual(['repository /x', 'worktree /x ', 'b', 'worktree /x fog', 'a', 'c'])
    expect(lines(rows, { folded: new Set(['worktree /x fog']) }).at(-1)).toBe('worktree /x fog')
  })
  it('tells more than eight apart by date', () => {
    const at = (days: number): string => new Date(now - days * 86_400_000).toISOString()
    const days = [0, 1, 3, 5, 6, 20, 25, 60, 61]
    const rows = days.map((day, index) => of(String(index), '/x', { changedAt: at(day) }))
    const dates = (found: readonly string[]) => found.filter(key => key.startsWith('date'))
    expect(dates(lines(rows)).map(key => key.split(' ').at(-1))).toEqual([
      'today',
      'yesterday',
      'week',
      'days30',
      '2026-09',
    ])
    expect(dates(lines(rows.slice(1)))).toEqual([])
    expect(dates(lines(rows, { sort: 'title' }))).toEqual([])
  })
  it('is in any order that is asked for', () => {
    const rows = [
      of('a', '/x', { title: 'Task 10', prompts: 3, startedAt: '2026-01-02' }),
      of('b', '/x', { title: 'Task 9', prompts: null, startedAt: '2026-01-03' }),
    ]
    expect(lines(rows, { sort: 'title' }).slice(1)).toEqual(['b', 'a'])
    expect(lines(rows, { sort: 'turns' }).slice(1)).toEqual(['a', 'b'])
    expect(lines(rows, { sort: 'started' }).slice(1)).toEqual(['b', 'a'])
    expect(lines(rows, { sort: 'cost', costOf: id => (id === 'b' ? 1 : 0) }).slice(1)).toEqual(['b', 'a'])
  })
})

describe('parseListChoice', () => {
  it('takes what was kept, whatever it is', () => {
    expect(parseListChoice('{"sort":"cost","folded":["a",1]}')).toEqual({ sort: 'cost', folded: ['a'] })
    for (const stored of [null, 'no', '[]', '{"sort":1}'])
      expect(parseListChoice(stored)).toEqual({ sort: 'changed', folded: [] })
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
