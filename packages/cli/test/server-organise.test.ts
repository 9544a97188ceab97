import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionRow, SettingsReport, TrashedRow } from '@antiphon/server/protocol'
import { acquireLease } from '@antiphon/transcript'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, startTestServer, type TestServer, until } from './server-kit.ts'

let tree: SessionTree
let config: string
let one: TestServer
let other: TestServer
beforeEach(async () => {
  tree = createSessionTree()
  config = join(tree.home, 'config')
  const cacheFolder = join(tree.home, 'cache')
  // Two windows of two servers, as two commands would start them.
  one = await startTestServer({ roots: [tree.root], configFolder: config, cacheFolder })
  other = await startTestServer({ roots: [tree.root], configFolder: config, cacheFolder })
})
afterEach(async () => {
  await Promise.all([one.close(), other.close()])
  tree.remove()
})

function post(path: string, body: object, server: TestServer = one): Promise<Answer> {
  return server.ask(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify(body),
  })
}

async function done<T>(answer: Promise<Answer>): Promise<T> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text)
}

async function rowOf(session: string, server: TestServer = one): Promise<SessionRow> {
  const rows = await server.lines<SessionRow>('/api/sessions')
  const row = rows.find(({ sessionId }) => sessionId === session)
  if (!row) throw new Error(`no row for ${session}`)
  return row
}

describe('a row', () => {
  it('tells repository, worktree, agent and counts, and keeps its age when its file is touched', async () => {
    const cwd = '/home/dev/tower/.worktrees/2/cmd'
    const path = tree.write(
      '-a/s.jsonl',
      exchange('Implement the following plan:\n\n# Light the lamp\n\nFirst…', { cwd, entrypoint: 'cli' }),
    )
    utimesSync(path, new Date(), new Date())
    expect(await rowOf('s')).toMatchObject({
      title: 'Light the lamp',
      titleSource: 'plan',
      repository: 'tower',
      repositoryPath: '/home/dev/tower',
      worktree: '2',
      agent: 'claude-code',
      version: '2.1.200',
      entrypoint: 'cli',
      isOneOff: false,
      isArchiveAlone: false,
      messages: 2,
      prompts: 1,
      changedAt: '2026-11-15T08:00:05.000Z',
      isLive: false,
      host: null,
    })
  })

  it('of February stays of February when its file is repaired, and is not live', async () => {
    const time = '2026-02-03T04:05:06.000Z'
    const path = tree.write('-a/s.jsonl', [
      ...exchange('Go.').map(entry => ({ ...entry, timestamp: time })),
      {
        type: 'user',
        uuid: 'x',
        parentUuid: 'nowhere',
        sessionId: 's',
        timestamp: time,
        message: { role: 'user', content: 'On.' },
      },
    ])
    const { id } = await rowOf('s')
    const listener = await one.listen('/api/changes')
    const { fingerprint } = await one.json<{ fingerprint: string }>(`/api/doctor/session?session=${id}`)
    const bytes = readFileSync(path, 'utf8')
    await done(post('doctor/mend', { session: id, fingerprint }))
    expect(readFileSync(path, 'utf8')).not.toBe(bytes)
    await until(() => listener.text().includes('"changed"'))
    expect(listener.text()).toMatch(new RegExp(`"changedAt":"${time}"`))
    expect(listener.text()).not.toContain('"isLive":true')
    listener.leave()
    expect(await rowOf('s')).toMatchObject({ changedAt: time, isLive: false })
  })

  it('is told its counts as soon as they are known, where the log is large', async () => {
    const many = Array.from({ length: 400 }, (_, index) => exchange(`Prompt number ${index} with words`))
    tree.write('-a/large.jsonl', many.flat())
    const listener = await one.listen('/api/changes')
    expect(await rowOf('large')).toMatchObject({ messages: null, prompts: null })
    await until(() => listener.text().includes('"messages":800'))
    listener.leave()
    expect(await rowOf('large')).toMatchObject({ messages: 800, prompts: 400 })
    // Kept: another server need not count.
    expect(await rowOf('large', await restarted())).toMatchObject({ messages: 800, prompts: 400 })
  })

  async function restarted(): Promise<TestServer> {
    await other.close()
    other = await startTestServer({ roots: [tree.root], cacheFolder: join(tree.home, 'cache') })
    return other
  }
})

describe('a name', () => {
  it('is appended as the entry that Claude Code reads, and is no news of the session', async () => {
    const path = tree.write('-a/s.jsonl', exchange('Go.'))
    const before = readFileSync(path, 'utf8')
    const { id } = await rowOf('s')
    const row = await done<SessionRow>(post('sessions/rename', { session: id, title: '  The \n lamp ' }))
    expect(row).toMatchObject({ id, title: 'The lamp', titleSource: 'custom-title', isLive: false })
    expect(row.changedAt).toBe('2026-11-15T08:00:05.000Z')
    expect(readFileSync(path, 'utf8')).toBe(
      `${before}{"type":"custom-title","customTitle":"The lamp","sessionId":"s"}\n`,
    )
  })

  it('is refused while another writer has the log, and where nothing is left of it', async () => {
    const path = tree.write('-a/s.jsonl', exchange('Go.'))
    const before = readFileSync(path, 'utf8')
    const { id } = await rowOf('s')
    const lease = await acquireLease(path)
    const refused = await post('sessions/rename', { session: id, title: 'Lamp' })
    await lease?.release()
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('An agent is writing')])
    expect((await post('sessions/rename', { session: id, title: '\u0007' })).status).toBe(409)
    expect((await post('sessions/rename', { session: id, title: ' ' })).status).toBe(400)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})

describe('marks', () => {
  it('are seen by every window of every server, and are lost by none that writes at the same time', async () => {
    for (const name of ['a', 'b', 'c', 'd']) tree.write(`-a/${name}.jsonl`, exchange('Go.'))
    const listener = await other.listen('/api/changes')
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map(name => rowOf(name).then(({ id }) => id)))
    await Promise.all(
      ids.map((session, index) =>
        done(
          post(
            'sessions/mark',
            { session, isStarred: true, tags: ['x', `n${index}`] },
            index % 2 ? one : other,
          ),
        ),
      ),
    )
    const archived = await done<SessionRow>(post('sessions/mark', { session: ids[0], isArchived: true }))
    expect(archived).toMatchObject({ isStarred: true, isArchived: true, tags: ['n0', 'x'] })
    await until(() =>
      ids.every(id => new RegExp(`"id":"${id}"[^\\n]*"isStarred":true`).test(listener.text())),
    )
    listener.leave()
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries())
      expect(await rowOf(name, other)).toMatchObject({ isStarred: true, tags: [`n${index}`, 'x'] })
    await done(post('sessions/mark', { session: ids[0], isStarred: false, isArchived: false, tags: [] }))
    const kept = JSON.parse(readFileSync(join(config, 'sessions.json'), 'utf8'))
    expect(Object.keys(kept.sessions).toSorted()).toEqual(['-a/b', '-a/c', '-a/d'])
  })

  it('are refused where they are none', async () => {
    tree.write('-a/s.jsonl', exchange('Go.'))
    const { id } = await rowOf('s')
    expect((await post('sessions/mark', { session: id, isStarred: 'yes' })).status).toBe(400)
    expect((await post('sessions/mark', { session: 'x', isStarred: true })).status).toBe(404)
  })
})

describe('a deleted session', () => {
  it('goes with its subagents from every list, and comes back as it was', async () => {
    const path = tree.write('-a/s.jsonl', exchange('Go.'))
    const agent = tree.write('-a/s/subagents/agent-1.jsonl', exchange('Look.', { isSidechain: true }))
    const bytes = readFileSync(path, 'utf8')
    const { id } = await rowOf('s')
    const listener = await other.listen('/api/changes')
    const trashed = await done<TrashedRow>(post('sessions/delete', { session: id }))
    expect(trashed).toMatchObject({ sessionId: 's', title: 'Go.' })
    expect(Date.parse(trashed.purgedAt) - Date.parse(trashed.deletedAt)).toBe(30 * 24 * 3600 * 1000)
    expect([existsSync(path), existsSync(agent)]).toEqual([false, false])
    await until(() => listener.text().includes('"gone"'))
    listener.leave()
    expect(await one.lines('/api/sessions')).toEqual([])
    expect(await other.json<TrashedRow[]>('/api/sessions/trash')).toEqual([trashed])
    const row = await done<SessionRow>(post('sessions/restore', { trashed: trashed.trashed }, other))
    expect(row).toMatchObject({ id, changedAt: '2026-11-15T08:00:05.000Z' })
    expect([readFileSync(path, 'utf8'), existsSync(agent)]).toEqual([bytes, true])
    expect(await one.json('/api/sessions/trash')).toEqual([])
    expect((await post('sessions/restore', { trashed: trashed.trashed })).status).toBe(404)
  })

  it('is not one that somebody writes: by its lease, by its last words, by the note of a running agent', async () => {
    const held = tree.write('-a/held.jsonl', exchange('Go.'))
    const fresh = tree.write(
      '-a/fresh.jsonl',
      exchange('Go.').map(entry => ({ ...entry, timestamp: new Date().toISOString() })),
    )
    const open = tree.write('-a/open.jsonl', exchange('Go.'))
    mkdirSync(join(tree.root, 'sessions'))
    writeFileSync(
      join(tree.root, 'sessions', `${process.pid}.json`),
      JSON.stringify({ pid: process.pid, sessionId: 'open' }),
    )
    utimesSync(held, new Date(), new Date())
    const lease = await acquireLease(held)
    for (const name of ['held', 'fresh', 'open']) {
      const row = await rowOf(name)
      expect([name, row.isLive]).toEqual([name, true])
      expect((await post('sessions/delete', { session: row.id })).status).toBe(409)
    }
    await lease?.release()
    expect([held, fresh, open].every(path => existsSync(path))).toBe(true)
  })
})

describe('settings', () => {
  it('are kept in one file, told to every window, and refused with a reason', async () => {
    const listener = await other.listen('/api/changes')
    const report = await one.json<SettingsReport>('/api/settings')
    expect(report).toMatchObject({ settings: { theme: 'system', trashDays: 30 }, problems: [] })
    const changed = await done<SettingsReport>(
      post('settings/change', { changes: { theme: 'dark', monthlyBudgetUsd: 250 } }),
    )
    expect(changed.settings).toMatchObject({ theme: 'dark', monthlyBudgetUsd: 250, density: 'comfortable' })
    await until(() => /"kind":"settings"[^\n]*"theme":"dark"/.test(listener.text()))
    listener.leave()
    const refused = await post('settings/change', { changes: { theme: 'pink' } })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('system, light, dark')])
    expect((await post('settings/change', { changes: { nothing: 1 } })).text).toContain('no setting')
    expect((await other.json<SettingsReport>('/api/settings')).settings.theme).toBe('dark')
  })

  it('of a file that is broken are the usual ones, with a word about it, and the file stays', async () => {
    mkdirSync(config, { recursive: true })
    const file = join(config, 'settings.json')
    writeFileSync(file, '{"theme": "dark", "density": 7, "mine": [1]}')
    const report = await one.json<SettingsReport>('/api/settings')
    expect(report.settings).toMatchObject({ theme: 'dark', density: 'comfortable' })
    expect(report.problems).toEqual([expect.stringContaining('"density" has to be one of')])
    await done(post('settings/change', { changes: { density: 'compact' } }))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', density: 'compact', mine: [1] })
    writeFileSync(file, '{"theme": ')
    expect((await post('settings/change', { changes: { theme: 'light' } })).status).toBe(409)
    expect(readFileSync(file, 'utf8')).toBe('{"theme": ')
  })
})
