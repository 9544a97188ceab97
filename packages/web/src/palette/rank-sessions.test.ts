import type { RunningAgent } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { makeRow } from '../../test/make-sessions.ts'
import { rankRecent, rankSessions } from './rank-sessions.ts'

const NOW = Date.parse('2026-11-15T09:00:00.000Z')
const ROWS = [
  makeRow('prefix', { title: 'Drift of the fog horn', changedAt: '2026-01-01T00:00:00.000Z' }),
  makeRow('word', { title: 'The fog horn drifts by a second', changedAt: '2026-11-15T08:00:00.000Z' }),
  makeRow('inside', { title: 'A snowdrift on the path' }),
  makeRow('project', { title: 'Rename it', repository: 'drift-lab', repositoryPath: '/home/dev/drift-lab' }),
  makeRow('prompt', { title: 'Other', firstPrompt: 'why does it drift' }),
  makeRow('none', { title: 'Nothing of the kind' }),
]
const rank = (query: string, project?: string): readonly string[] =>
  rankSessions({ rows: ROWS, query, project, now: NOW, most: 9 }).map(({ row }) => row.id)

describe('rankSessions', () => {
  it('puts beginnings before words, words before insides, titles before projects and prompts', () => {
    expect(rank('drift')).toEqual(['prefix', 'word', 'inside', 'project', 'prompt'])
  })
  it('wants every word, wherever it is', () => {
    expect(rank('horn second')).toEqual(['word'])
    expect(rank('horn nowhere')).toEqual([])
  })
  it('takes the first letters of words where nothing fits better', () => {
    expect(rank('tfh')).toEqual(['word', 'prefix'])
    expect(rank('nok')).toEqual(['none'])
  })
  it('keeps to a project', () => {
    expect(rank('drift', '/home/dev/drift-lab')).toEqual(['project'])
  })
  it('says which letters of the title fit', () => {
    const [first] = rankSessions({ rows: ROWS, query: 'horn', project: undefined, now: NOW, most: 1 })
    expect(first?.marks).toEqual([
      [first?.row.title.indexOf('horn'), (first?.row.title.indexOf('horn') ?? 0) + 4],
    ])
  })
})

describe('rankRecent', () => {
  it('begins with what waits and what runs, then the newest, without the one that is open', () => {
    const agents = new Map<string, RunningAgent>([
      ['inside', { chat: '1', session: 'inside', state: 'running' }],
      ['prompt', { chat: '2', session: 'prompt', state: 'requires_action' }],
    ])
    const recent = rankRecent({ rows: ROWS, agents, project: undefined, openId: 'none', most: 9 })
    expect(recent.map(({ row }) => row.id).slice(0, 2)).toEqual(['prompt', 'inside'])
    expect(recent.map(({ row }) => row.id)).not.toContain('none')
    expect(recent.at(-1)?.row.id).toBe('prefix')
  })
})
