import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { encodeEntry } from '@antiphon/core'
import type { FoldLine, FoundHit, Page, PlacedEntry, SearchHit, SessionRow } from '@antiphon/server/protocol'
import { acquireLease } from '@antiphon/transcript'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Listener, startTestServer, type TestServer, until } from './server-kit.ts'

let tree: SessionTree
let server: TestServer
let listeners: Listener[] = []
beforeEach(async () => {
  tree = createSessionTree()
  server = await startTestServer({ roots: [tree.root] })
})
afterEach(async () => {
  for (const listener of listeners) listener.leave()
  listeners = []
  await server.close()
  tree.remove()
})

async function listen(path: string, headers?: Readonly<Record<string, string>>): Promise<Listener> {
  const listener = await server.listen(path, headers)
  listeners.push(listener)
  return listener
}

async function rows(): Promise<readonly SessionRow[]> {
  return server.lines<SessionRow>('/api/sessions')
}

async function idOf(session: string): Promise<string> {
  return (await rows()).find(row => row.sessionId === session)!.id
}

function numbered(count: number, size = 100): string {
  return Array.from({ length: count }, (_, n) =>
    encodeEntry({ type: 'note', n, text: 'x'.repeat(size) }),
  ).join('')
}

async function readAll(id: string, direction: 'before' | 'after'): Promise<readonly PlacedEntry[]> {
  const entries: PlacedEntry[] = []
  let at = direction === 'after' ? 0 : undefined
  for (let round = 0; round < 500; round++) {
    const query = at === undefined ? '' : `&${direction}=${at}`
    const page = await server.json<Page>(`/api/page?session=${id}${query}`)
    if (direction === 'after') entries.push(...page.entries)
    else entries.unshift(...page.entries)
    at = direction === 'after' ? page.to : page.from
    if (direction === 'after' ? page.to === page.end : page.from === 0) return entries
  }
  throw new Error('the pages did not end')
}

describe('the list of sessions', () => {
  it('has a row a session, the newest first', async () => {
    tree.write('-a/old.jsonl', exchange('Light it.', { sessionId: 'old' }), 5)
    tree.write('-b/new.jsonl', exchange('Why is the lamp dark?', { sessionId: 'new' }))
    tree.write('-b/new/subagents/agent-1.jsonl', exchange('Look.', { isSidechain: true }))
    const [first, second, ...others] = await rows()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      sessionId: 'new',
      title: 'Why is the lamp dark?',
      firstPrompt: 'Why is the lamp dark?',
      cwd: '/home/dev/harbour',
      gitBranch: 'main',
      messages: 2,
      problem: null,
    })
    expect(second).toMatchObject({ sessionId: 'old', title: 'Light it.' })
  })

  it('is empty where there are none, or no root yet', async () => {
    expect(await rows()).toEqual([])
    const other = await startTestServer({ roots: [join(tree.home, 'none')] })
    expect(await other.lines('/api/sessions')).toEqual([])
    await other.close()
  })

  it('shows who is being written: by its last words, or by the lease of its writer, not by its file', async () => {
    const held = tree.write('-a/held.jsonl', exchange('Hold.'), 30)
    tree.write('-a/rest.jsonl', exchange('Rest.'), 30)
    const now = Date.now() / 1000
    const { utimesSync } = await import('node:fs')
    // Touched just now, as by a repair or a restored backup.
    for (const name of ['held', 'rest']) utimesSync(join(tree.root, 'projects/-a', `${name}.jsonl`), now, now)
    const fresh = exchange('Now.').map(entry => ({ ...entry, timestamp: new Date().toISOString() }))
    tree.write('-a/fresh.jsonl', fresh)
    const lease = await acquireLease(held)
    const listed = await rows()
    await lease?.release()
    expect(
      listed
        .filter(row => row.isLive)
        .map(row => row.sessionId)
        .toSorted(),
    ).toEqual(['fresh', 'held'])
    expect(listed.find(row => row.sessionId === 'rest')?.changedAt).toBe('2026-11-15T08:00:05.000Z')
  })

  it('names what cannot be read, without reading it', async () => {
    mkdirSync(join(tree.home, 'secret'))
    writeFileSync(
      join(tree.home, 'secret', 's.jsonl'),
      exchange('The secret.')
        .map(entry => encodeEntry(entry as never))
        .join(''),
    )
    tree.write('-a/real.jsonl', exchange('Real.'))
    symlinkSync(join(tree.home, 'secret', 's.jsonl'), join(tree.root, 'projects/-a/out.jsonl'))
    symlinkSync(join(tree.home, 'secret'), join(tree.root, 'projects/-linked'))
    symlinkSync('real.jsonl', join(tree.root, 'projects/-a/within.jsonl'))
    const all = await rows()
    expect(JSON.stringify(all)).not.toContain('secret')
    const problems = all.filter(row => row.problem !== null)
    expect(problems.map(row => row.sessionId).toSorted()).toEqual(['out', 's'])
    for (const { id } of problems) expect((await server.ask(`/api/page?session=${id}`)).status).toBe(404)
    expect(all.find(row => row.sessionId === 'within')).toMatchObject({ title: 'Real.', problem: null })
  })
})

describe('a page', () => {
  it('holds the end of a session, and the way back to its beginning', async () => {
    const content = numbered(1000)
    tree.write('-a/s.jsonl', content)
    const id = await idOf('s')
    const last = await server.json<Page>(`/api/page?session=${id}`)
    expect(last).toMatchObject({ to: content.length, end: content.length, agentIds: [] })
    expect(last.entries).toHaveLength(150)
    const all = await readAll(id, 'before')
    expect(all.map(({ entry }) => (entry as { n: number }).n)).toEqual(
      Array.from({ length: 1000 }, (_, n) => n),
    )
    expect(await readAll(id, 'after')).toEqual(all)
    for (const { seq, next, entry } of all) expect(encodeEntry(entry)).toBe(content.slice(seq, next))
  })

  it('is bounded in bytes, however long the lines are', async () => {
    tree.write('-a/s.jsonl', numbered(100, 3000))
    const { text } = await server.ask(`/api/page?session=${await idOf('s')}`)
    expect(text.length).toBeGreaterThan(100_000)
    expect(text.length).toBeLessThan(160_000)
  })

  it('cuts long texts and says how much; the whole entry has all of it', async () => {
    const entry = {
      type: 'user',
      uuid: 'u',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: `${'灯'.repeat(4095)}😀${'y'.repeat(9000)}` },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(50_000) } },
          { type: 'thinking', thinking: 'Hm.', signature: 'S'.repeat(6000) },
        ],
      },
      toolUseResult: { files: Array.from({ length: 50_000 }, (_, n) => `file-${n}`) },
      last: 'kept',
    }
    tree.write('-a/s.jsonl', [entry])
    const id = await idOf('s')
    const { text } = await server.ask(`/api/page?session=${id}`)
    expect(text.length).toBeLessThan(80_000)
    const { entries } = JSON.parse(text) as Page
    const shown = entries[0]!.entry as unknown as typeof entry
    const [words, image, thinking] = shown.message.content as {
      text: string
      source: { data: string }
      signature: string
    }[]
    expect(words!.text).toBe(`${'灯'.repeat(4095)}\n[… 9002 more characters]`)
    expect(image).toMatchObject({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: '' },
    })
    expect(thinking).toMatchObject({ thinking: 'Hm.', signature: '' })
    expect(shown).toMatchObject({ type: 'user', uuid: 'u', last: 'kept' })
    expect(entries[0]!.cut).toBeGreaterThan(9002 + 50_000 + 100_000)
    expect(await server.json(`/api/entry?session=${id}&seq=${entries[0]!.seq}`)).toEqual(entry)
  })

  it('leaves small images as they are', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(6000) },
    }
    tree.write('-a/s.jsonl', [{ type: 'user', message: { role: 'user', content: [image] } }])
    const { entries } = await server.json<Page>(`/api/page?session=${await idOf('s')}`)
    expect(entries).toMatchObject([{ cut: 0, entry: { message: { content: [image] } } }])
  })

  it.each([
    [
      'a list of a million numbers',
      JSON.stringify({ type: 'x', list: Array.from({ length: 1_000_000 }, () => 1), uuid: 'u' }),
    ],
    ['a field with a long name', JSON.stringify({ type: 'x', ['k'.repeat(1_000_000)]: 1, uuid: 'u' })],
    [
      'many fields',
      JSON.stringify({
        type: 'x',
        deep: Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n])),
        uuid: 'u',
      }),
    ],
    [
      'many fields of its own',
      JSON.stringify({
        type: 'x',
        uuid: 'u',
        ...Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`k${n}`, 'v'])),
      }),
    ],
    [
      'many blocks',
      JSON.stringify({
        type: 'x',
        message: { content: Array.from({ length: 100_000 }, () => ({ type: 'text', text: 'hello' })) },
        uuid: 'u',
      }),
    ],
    ['deep nesting', `{"type":"x","uuid":"u","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'deep nesting of objects',
      `{"type":"x","uuid":"u","deep":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ],
    [
      'a field called __proto__',
      `{"type":"x","uuid":"u","__proto__":{"polluted":1},"text":"${'x'.repeat(20_000)}"}`,
    ],
  ])('stays small for %s', async (_, line) => {
    tree.write('-a/s.jsonl', `${line}\n`)
    const id = await idOf('s')
    const { status, text } = await server.ask(`/api/page?session=${id}`)
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(150_000)
    const { entries } = JSON.parse(text) as Page
    expect(entries).toMatchObject([{ entry: { type: 'x', uuid: 'u' } }])
    expect(entries[0]!.cut).toBeGreaterThan(0)
    expect((await server.ask(`/api/entry?session=${id}&seq=0`)).status).toBe(200)
    expect('polluted' in {}).toBe(false)
  })

  it('goes over damage, and an unfinished line', async () => {
    tree.write('-a/s.jsonl', `${numbered(2)}{"cut":\n${'\0'.repeat(5000)}\n${numbered(1)}{"type":"half`)
    const id = await idOf('s')
    expect((await readAll(id, 'before')).map(({ entry }) => (entry as { n: number }).n)).toEqual([0, 1, 0])
    expect(await readAll(id, 'after')).toHaveLength(3)
  })

  it('answers for a position behind the end of a log that was cut', async () => {
    const path = tree.write('-a/s.jsonl', numbered(10))
    const id = await idOf('s')
    truncateSync(path, 0)
    expect(await server.json(`/api/page?session=${id}&before=1000`)).toEqual({
      entries: [],
      from: 0,
      to: 0,
      end: 0,
      agentIds: [],
    })
    expect(await server.json(`/api/page?session=${id}&after=1000`)).toMatchObject({
      entries: [],
      to: 0,
      end: 0,
    })
  })

  it('of a subagent is asked for by its id, wherever its log lies', async () => {
    tree.write('-a/s.jsonl', exchange('Go.', { sessionId: 's' }))
    tree.write('-a/s/subagents/agent-near.jsonl', [{ type: 'note', n: 1 }])
    tree.write('-a/s/subagents/workflows/w1/agent-far.jsonl', [{ type: 'note', n: 2 }])
    tree.write('-a/agent-stray.jsonl', [{ type: 'note', n: 3, sessionId: 's' }])
    tree.write('-a/agent-other.jsonl', [{ type: 'note', n: 4, sessionId: 'other' }])
    const id = await idOf('s')
    const { agentIds } = await server.json<Page>(`/api/page?session=${id}`)
    expect(agentIds.toSorted()).toEqual(['far', 'near', 'stray'])
    for (const [agent, n] of [
      ['near', 1],
      ['far', 2],
      ['stray', 3],
    ] as const) {
      expect(await server.json(`/api/page?session=${id}&agentId=${agent}`)).toMatchObject({
        entries: [{ entry: { n } }],
      })
      expect(await server.json(`/api/entry?session=${id}&seq=0&agentId=${agent}`)).toMatchObject({ n })
    }
    expect((await server.ask(`/api/page?session=${id}&agentId=other`)).status).toBe(404)
  })
})

describe('an entry', () => {
  it('is not there where none begins', async () => {
    tree.write('-a/s.jsonl', numbered(3))
    const id = await idOf('s')
    for (const seq of ['1', '999999', '9007199254740991'])
      expect((await server.ask(`/api/entry?session=${id}&seq=${seq}`)).status).toBe(404)
    for (const seq of ['-1', '1e3', 'x', '9'.repeat(17), '0x0', '%00'])
      expect((await server.ask(`/api/entry?session=${id}&seq=${seq}`)).status).toBe(400)
  })
})

describe('a follower', () => {
  it('hears what is behind its position, then what comes, then that the log began anew', async () => {
    const path = tree.write('-a/s.jsonl', numbered(3))
    const id = await idOf('s')
    const from = numbered(1).length
    const listener = await listen(`/api/follow?session=${id}&from=${from}`)
    expect(listener.headers['content-type']).toContain('text/event-stream')
    const past = await listener.take(2)
    expect(past).toMatchObject([
      { data: { kind: 'entry', placed: { entry: { n: 1 } } } },
      { data: { kind: 'entry', placed: { entry: { n: 2 } } } },
    ])
    expect(Number(past[1]!.id)).toBe(numbered(3).length)
    appendFileSync(path, `{"torn\n{"type":"note","n":"to`)
    expect(await listener.take(1)).toMatchObject([{ data: { kind: 'damage', seq: numbered(3).length } }])
    appendFileSync(path, 'rn"}\n')
    expect(await listener.take(1)).toMatchObject([
      { data: { kind: 'entry', placed: { entry: { n: 'torn' } } } },
    ])
    writeFileSync(`${path}.new`, '{"type":"note","n":"new"}\n')
    renameSync(`${path}.new`, path)
    expect(await listener.take(2)).toMatchObject([
      { id: '0', data: { kind: 'restart' } },
      { data: { kind: 'entry', placed: { entry: { n: 'new' } } } },
    ])
  })

  it('goes on where it was when it comes back', async () => {
    const path = tree.write('-a/s.jsonl', numbered(5))
    const id = await idOf('s')
    const first = await listen(`/api/follow?session=${id}&from=0`)
    const heard = await first.take(3)
    first.leave()
    appendFileSync(path, '{"type":"note","n":5}\n')
    const second = await listen(`/api/follow?session=${id}&from=0`, { 'last-event-id': heard[2]!.id! })
    const rest = await second.take(3)
    expect(rest.map(({ data }) => (data as { placed: { entry: { n: number } } }).placed.entry.n)).toEqual([
      3, 4, 5,
    ])
  })

  it('frees all that it took when it goes away', async () => {
    tree.write('-a/s.jsonl', numbered(2000, 500))
    const id = await idOf('s')
    const before = watches()
    const several = await Promise.all(
      Array.from({ length: 20 }, () => listen(`/api/follow?session=${id}&from=0`)),
    )
    const feeds = await Promise.all(Array.from({ length: 5 }, () => listen('/api/changes')))
    await Promise.all(several.map(listener => listener.take(1)))
    expect(server.openStreams()).toBe(25)
    expect(watches()).toBeGreaterThan(before)
    for (const listener of [...several, ...feeds]) listener.leave()
    await until(() => server.openStreams() === 0 && watches() === before)
  })

  it('ends with the server', async () => {
    tree.write('-a/s.jsonl', numbered(2))
    const id = await idOf('s')
    const other = await startTestServer({ roots: [tree.root] })
    const before = watches()
    const listener = await other.listen(`/api/follow?session=${id}&from=0`)
    await listener.take(2)
    await other.close()
    await until(() => watches() === before)
    await expect(listener.take(1)).rejects.toThrow('heard 0 of 1')
  })
})

function watches(): number {
  return process.getActiveResourcesInfo().filter(name => name === 'FSEventWrap' || name === 'FSReqPromise')
    .length
}

describe('changes of sessions', () => {
  it('are told: one that comes, one that grows, one that goes', async () => {
    const path = tree.write('-a/s.jsonl', exchange('Go.'))
    const id = await idOf('s')
    const listener = await listen('/api/changes')
    expect(await listener.take(1)).toMatchObject([{ data: { kind: 'agents', agents: [] } }])
    appendFileSync(path, encodeEntry({ type: 'custom-title', customTitle: 'Lamps', sessionId: 's' }))
    expect(await listener.take(1)).toMatchObject([
      { data: { kind: 'changed', row: { id, title: 'Lamps', isLive: false, bytes: statSync(path).size } } },
    ])
    tree.write('-new/other.jsonl', exchange('Another.'))
    expect(await listener.take(1)).toMatchObject([
      { data: { kind: 'changed', row: { sessionId: 'other', title: 'Another.' } } },
    ])
    rmSync(path)
    expect(await listener.take(1)).toMatchObject([{ data: { kind: 'gone', id } }])
  })
})

describe('search', () => {
  it('gives hits with their places, of sessions and subagents', async () => {
    tree.write('-a/s.jsonl', exchange('Where is the lighthouse keeper?', { sessionId: 's' }))
    tree.write(
      '-a/s/subagents/agent-1.jsonl',
      exchange('Ask the keeper.', { isSidechain: true, sessionId: 's' }),
    )
    const hits = await server.lines<SearchHit>('/api/search?q=keeper')
    expect(hits).toHaveLength(2)
    for (const hit of hits) {
      expect(hit.marks.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['keeper'])
      expect(await server.json(`/api/entry?session=${hit.row.id}&seq=${hit.seq}`)).toMatchObject({
        uuid: hit.uuid,
      })
    }
    expect(await server.lines('/api/search?q=keeper&limit=1')).toHaveLength(1)
    expect(await server.lines('/api/search?q=nowhere')).toEqual([])
  })

  it('folds hits by session, counts all of them, and gives the rest of a session', async () => {
    const many = Array.from({ length: 12 }, (_, index) => exchange(`The keeper, time ${index}.`)).flat()
    tree.write('-a/many.jsonl', many)
    tree.write('-a/few.jsonl', exchange('Where is the keeper?'))
    tree.write('-a/few/subagents/agent-1.jsonl', exchange('Ask the keeper.', { isSidechain: true }))
    const lines = await server.lines<FoldLine>('/api/search/sessions?q=keeper')
    const total = lines.filter(line => line.kind === 'total').at(-1)
    expect(total).toMatchObject({ hits: 14, sessions: 2, isComplete: true, kinds: { prompt: 14, output: 0 } })
    const sessions = new Map(
      lines.flatMap(line => (line.kind === 'session' ? [[line.id, line] as const] : [])),
    )
    const many12 = sessions.get(await idOf('many'))
    expect(many12).toMatchObject({ count: 12, title: 'The keeper, time 0.' })
    expect(many12?.hits).toHaveLength(3)
    expect(sessions.get(await idOf('few'))?.count).toBe(2)
    const rest = (skip: number, limit: number): Promise<readonly FoundHit[]> =>
      server.lines<FoundHit>(`/api/search/session?q=keeper&session=${many12?.id}&skip=${skip}&limit=${limit}`)
    const all = [...(await rest(0, 3)), ...(await rest(3, 100))]
    expect(new Set(all.map(({ seq }) => seq)).size).toBe(12)
    expect(all.slice(0, 3).map(({ seq }) => seq)).toEqual(many12?.hits.map(({ seq }) => seq))
    const { status } = await server.ask('/api/search/sessions?q=after:whenever')
    expect(status).toBe(422)
  })

  it('says what is wrong with a query', async () => {
    const { status, text } = await server.ask('/api/search?q=after:whenever')
    expect(status).toBe(422)
    expect(JSON.parse(text).error).toContain('whenever')
  })

  it('finds nothing outside of the roots', async () => {
    mkdirSync(join(tree.home, 'secret'))
    writeFileSync(
      join(tree.home, 'secret', 's.jsonl'),
      exchange('The keeper.')
        .map(entry => encodeEntry(entry as never))
        .join(''),
    )
    symlinkSync(join(tree.home, 'secret'), join(tree.root, 'projects/-linked'))
    expect(await server.lines('/api/search?q=keeper')).toEqual([])
    const folded = await server.lines<FoldLine>('/api/search/sessions?q=keeper')
    expect(folded.filter(({ kind }) => kind !== 'total')).toEqual([])
  })
})
