import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MANIFEST_NAME } from '../index-files/manifest.ts'
import { SearchError } from '../search-error.ts'
import { collect, createSearchTree, query, type SearchTree, turn, uuids } from '../testing/search-tree.ts'
import { openSearch } from './open-search.ts'

let tree: SearchTree
beforeEach(() => {
  tree = createSearchTree()
})
afterEach(() => tree.remove())

describe('search', () => {
  it('finds prompts, tool input and tool output, the newest first, with and without an index', async () => {
    tree.write('-a/s1.jsonl', [...turn('lighthouse', 1), ...turn('harbour', 2)])
    tree.write('-a/s2.jsonl', turn('Lighthouses', 3))
    const search = tree.open()
    const expected = ['r3', 'a3', 'u3', 'r1', 'a1', 'u1']
    expect(await uuids(search, 'lighthouse')).toEqual(expected)
    expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
    expect(await uuids(search, 'lighthouse')).toEqual(expected)
    expect(await uuids(search, 'lighthouse', { limit: 2 })).toEqual(['r3', 'a3'])
    expect(await uuids(search, 'house')).toEqual([])
    expect(await uuids(search, '"house"')).toEqual(expected)
  })

  it('obeys every filter', async () => {
    tree.write('-a/s1.jsonl', [...turn('alpha', 1), { type: 'custom-title', customTitle: 'alpha title' }])
    tree.write('-a/s2/subagents/agent-9.jsonl', turn('alpha', 2))
    const search = tree.open()
    for (const isIndexed of [false, true]) {
      if (isIndexed) await search.indexInBackground({ share: 1 })
      expect(await uuids(search, 'alpha role:user')).toEqual(['u2', 'u1'])
      expect(await uuids(search, 'alpha tool:bash')).toEqual(['r2', 'a2', 'r1', 'a1'])
      expect(await uuids(search, 'alpha tool:bash kind:tool-output')).toEqual(['r2', 'r1'])
      expect(await uuids(search, 'alpha is:error')).toEqual(['r2', 'r1'])
      expect(await uuids(search, 'alpha model:opus')).toEqual(['a2', 'a1'])
      expect(await uuids(search, 'alpha kind:title')).toEqual([''])
      expect(await uuids(search, 'alpha session:agent-9 role:user')).toEqual(['u2'])
      expect(await uuids(search, 'alpha role:user before:2026-11-15T08:02')).toEqual(['u1'])
      expect(await uuids(search, 'alpha role:user after:2026-11-15T08:02')).toEqual(['u2'])
      expect(await uuids(search, 'project:HARBOUR branch:main role:user')).toEqual(['u2', 'u1'])
      expect(await uuids(search, 'alpha -echo -not role:user')).toEqual(['u2', 'u1'])
      expect(await uuids(search, 'alpha -echo role:assistant')).toEqual([])
    }
  })

  it('tells where a hit stands and shows it safely', async () => {
    const path = tree.write('-a/s1.jsonl', turn('red \u001b[31malarm\u001b[0m\nbell'))
    const [, , hit] = await collect(tree.open(), 'alarm bell')
    expect(hit).toMatchObject({ path, offset: 0, uuid: 'u0', session: 's1', kind: 'prompt', role: 'user' })
    expect(hit?.snippet.text).toBe('red alarm bell')
    expect(hit?.snippet.marks.map(({ start, end }) => hit.snippet.text.slice(start, end))).toEqual([
      'alarm',
      'bell',
    ])
    expect(
      JSON.parse(
        readFileSync(path)
          .subarray(hit!.offset, hit!.offset + hit!.length)
          .toString(),
      ).uuid,
    ).toBe('u0')
  })

  it('puts the best first when asked', async () => {
    const long = `lamp ${'other words '.repeat(200)}`
    tree.write('-a/s1.jsonl', [
      { type: 'user', uuid: 'short', timestamp: '2026-11-15T08:00:00Z', message: { content: 'lamp lamp' } },
      { type: 'user', uuid: 'long', timestamp: '2026-11-15T09:00:00Z', message: { content: long } },
    ])
    expect(await uuids(tree.open(), 'lamp')).toEqual(['long', 'short'])
    expect(await uuids(tree.open(), 'lamp', { isRanked: true })).toEqual(['short', 'long'])
  })

  it('indexes only what is new, and keeps few segments', async () => {
    const path = tree.write('-a/s1.jsonl', turn('first', 1))
    const search = tree.open()
    await search.indexInBackground({ share: 1 })
    for (let minute = 2; minute < 30; minute++) {
      appendFileSync(
        path,
        turn(`word${minute}`, minute)
          .map(line => `${JSON.stringify(line)}\n`)
          .join(''),
      )
      const progress: number[] = []
      await search.indexInBackground({ share: 1, onProgress: ({ totalBytes }) => progress.push(totalBytes) })
      expect(await uuids(search, `word${minute} role:user`)).toEqual([`u${minute}`])
      expect((await search.status()).segments).toBeLessThanOrEqual(10)
    }
    const status = await search.status()
    expect(status.indexedBytes).toBe(status.sourceBytes)
    expect(readdirSync(tree.index).filter(name => name.endsWith('.segment'))).toHaveLength(status.segments)
    expect(await search.indexInBackground({ share: 1, onProgress: () => expect.unreachable() })).toEqual({
      kind: 'complete',
    })
  })

  it('stops when it is told to, and goes on from there', async () => {
    for (let file = 0; file < 6; file++) tree.write(`-a/s${file}.jsonl`, turn('beacon', file))
    const search = tree.open()
    const controller = new AbortController()
    const onProgress = (): void => controller.abort()
    expect(await search.indexInBackground({ signal: controller.signal, onProgress })).toEqual({
      kind: 'stopped',
    })
    const { indexedBytes } = await search.status()
    expect(indexedBytes).toBeGreaterThan(0)
    expect(await uuids(search, 'beacon role:user')).toHaveLength(6)
    await expect(uuids(search, 'beacon', { signal: AbortSignal.abort() })).rejects.toThrow()
  })

  it('indexes by parts where little shall be done at once, and by another hand', async () => {
    for (let file = 0; file < 6; file++) tree.write(`-a/s${file}.jsonl`, turn('beacon', file))
    const search = tree.open()
    const outcomes: string[] = []
    const indexed: number[] = []
    do {
      const { kind } = await search.indexElsewhere((damaged, signal) => {
        expect(damaged).toEqual([])
        return tree.open().indexInBackground({ share: 1, mostBytes: 100, signal })
      })
      outcomes.push(kind)
      indexed.push((await search.status()).indexedBytes)
      expect(await uuids(search, 'beacon role:user')).toHaveLength(6)
    } while (outcomes.at(-1) === 'more')
    expect(outcomes.length).toBeGreaterThan(2)
    expect(outcomes.at(-1)).toBe('complete')
    expect(indexed).toEqual(indexed.toSorted((one, other) => one - other))
    expect(indexed.at(-1)).toBe((await search.status()).sourceBytes)
  })

  it('goes on where files vanish or are cut while it reads', async () => {
    for (const isIndexed of [false, true]) {
      const paths = Array.from({ length: 5 }, (_, file) =>
        tree.write(`-a/s${file}.jsonl`, turn('beacon', file)),
      )
      const search = tree.open()
      if (isIndexed) await search.indexInBackground({ share: 1 })
      const sessions: string[] = []
      for await (const hit of search.search(query('beacon role:user'))) {
        sessions.push(hit.session)
        rmSync(paths[2]!, { force: true })
        truncateSync(paths[1]!, 40)
      }
      expect(sessions[0]).toBe('s4')
      expect(sessions).toContain('s0')
      expect(await uuids(search, 'beacon role:user')).toEqual(['u4', 'u3', 'u0'])
    }
  })

  it('makes a damaged or foreign index anew and answers meanwhile', async () => {
    tree.write('-a/s1.jsonl', turn('buoy', 1))
    await tree.open().indexInBackground({ share: 1 })
    const manifest = join(tree.index, MANIFEST_NAME)
    const good = readFileSync(manifest, 'utf8')
    for (const [bad, kind] of [
      ['', 'damaged'],
      [good.replace('s1', 's2'), 'damaged'],
      [good.slice(0, -9), 'damaged'],
      [good.replace(/ \d+ /, ' 999 '), 'other-version'],
    ] as const) {
      writeFileSync(manifest, bad)
      const search = tree.open()
      expect((await search.status()).index).toBe(kind)
      expect(await uuids(search, 'buoy role:user')).toEqual(['u1'])
      expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
      expect((await search.status()).index).toBe('read')
    }
  })

  it('scans what a damaged segment held, whichever byte is wrong, and indexes it again', async () => {
    tree.write('-a/s1.jsonl', Array.from({ length: 20 }, (_, minute) => turn('buoy', minute)).flat())
    await tree.open().indexInBackground({ share: 1 })
    const name = readdirSync(tree.index).find(file => file.endsWith('.segment'))!
    const good = readFileSync(join(tree.index, name))
    for (let at = 0; at < good.length; at += 7) {
      const bad = Buffer.from(good)
      bad[at] = (bad[at] ?? 0) ^ 0xff
      writeFileSync(join(tree.index, name), bad)
      expect(await uuids(tree.open(), 'buoy role:user'), `byte ${at}`).toHaveLength(20)
    }
    writeFileSync(join(tree.index, name), Buffer.alloc(good.length))
    const search = tree.open()
    expect(await uuids(search, 'buoy role:user')).toHaveLength(20)
    await search.indexInBackground({ share: 1 })
    expect(existsSync(join(tree.index, name))).toBe(false)
    truncateSync(join(tree.index, readdirSync(tree.index).find(file => file.endsWith('.segment'))!), 10)
    expect(await uuids(tree.open(), 'buoy role:user')).toHaveLength(20)
    await tree.open().indexInBackground({ share: 1 })
    expect((await tree.open().status()).segments).toBe(1)
  })

  it('ranks many occurrences of the rarer word first', async () => {
    const say = (minute: number, words: string): object => ({
      ...turn(words, minute)[0],
      uuid: `u${minute}`,
    })
    tree.write('-a/s1.jsonl', [
      say(1, 'harbour harbour harbour harbour lamp and much more that is said of it'),
      say(2, 'harbour lamp lamp lamp lamp and much more that is said of it'),
      ...Array.from({ length: 10 }, (_, index) =>
        say(10 + index, 'harbour harbour harbour and one lamp of it'),
      ),
    ])
    expect((await uuids(tree.open(), 'harbour lamp', { isRanked: true }))[0]).toBe('u2')
  })

  it('notices a log that was edited in its middle and then appended to', async () => {
    const lines = (word: string): readonly object[] =>
      Array.from({ length: 300 }, (_, minute) => turn(word, minute % 60)).flat()
    const path = tree.write('-a/s1.jsonl', [...turn('first'), ...lines('beacon'), ...turn('last')])
    const search = tree.open()
    await search.indexInBackground({ share: 1 })
    const edited = readFileSync(path, 'utf8').replaceAll('beacon', 'candle')
    writeFileSync(path, `${edited}{"type":"summary","summary":"appended"}\n`)
    expect(await uuids(search, 'beacon role:user')).toEqual([])
    expect(await uuids(search, 'candle role:user')).toHaveLength(300)
    await search.indexInBackground({ share: 1 })
    expect(await uuids(search, 'candle role:user')).toHaveLength(300)
  })

  it('goes on by scan where the index cannot be written', async () => {
    tree.write('-a/s1.jsonl', turn('buoy', 1))
    mkdirSync(tree.cache)
    writeFileSync(tree.index, 'a file where a folder should be')
    const search = tree.open()
    expect(await search.indexInBackground({ share: 1 })).toMatchObject({ kind: 'failed' })
    expect(await uuids(search, 'buoy role:user')).toEqual(['u1'])
    rmSync(tree.index)
  })

  it('works without a cache, without roots and with roots that are not there', async () => {
    tree.write('-a/s1.jsonl', turn('buoy', 1))
    const search = openSearch({ roots: [tree.root], cacheFolder: null })
    expect(await search.indexInBackground()).toEqual({ kind: 'complete' })
    expect(await uuids(search, 'buoy role:user')).toEqual(['u1'])
    expect(
      await uuids(openSearch({ roots: [join(tree.folder, 'none')], cacheFolder: null }), 'buoy'),
    ).toEqual([])
  })

  it('never takes more of the disk than it may, and scans the oldest instead', async () => {
    for (let file = 0; file < 6; file++)
      tree.write(
        `-a/s${file}.jsonl`,
        Array.from({ length: 40 }, (_, minute) => turn(`beacon${file}`, minute)).flat(),
      )
    const search = tree.open()
    const options = { share: 1, segmentBytes: 1000, maxBytes: 6000 }
    for (let update = 0; update < 3; update++) {
      expect(await search.indexInBackground(options)).toEqual({ kind: 'full' })
      const { indexBytes, indexedBytes, sourceBytes, maxIndexBytes } = await search.status()
      expect(indexBytes).toBeLessThanOrEqual(options.maxBytes)
      expect(indexedBytes).toBeGreaterThan(0)
      expect(indexedBytes).toBeLessThan(sourceBytes)
      expect(maxIndexBytes).toBeGreaterThan(options.maxBytes)
    }
    for (let file = 0; file < 6; file++)
      expect(await uuids(search, `beacon${file} role:user`)).toHaveLength(40)
    expect(await search.indexInBackground({ share: 1 })).toEqual({ kind: 'complete' })
  })

  it('refuses to keep its index among the sessions', () => {
    expect(() => openSearch({ roots: [tree.root], cacheFolder: join(tree.root, 'cache') })).toThrow(
      SearchError,
    )
  })

  it('forgets its index when asked', async () => {
    tree.write('-a/s1.jsonl', turn('buoy', 1))
    const search = tree.open()
    await search.indexInBackground({ share: 1 })
    expect(await search.forgetIndex()).toBe(true)
    expect(readdirSync(tree.index)).toEqual([])
    expect(await uuids(search, 'buoy role:user')).toEqual(['u1'])
  })
})
