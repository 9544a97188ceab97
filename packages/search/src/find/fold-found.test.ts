import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect, createSearchTree, query, type SearchTree, turn } from '../testing/search-tree.ts'
import type { FoldNews } from './fold-as-found.ts'
import type { HitOrder, SessionHits } from './fold-found.ts'
import type { Search } from './open-search.ts'

let tree: SearchTree
beforeEach(() => {
  tree = createSearchTree()
})
afterEach(() => tree.remove())

const NOW = Date.parse('2026-11-16T08:00:00Z')

/** The last word of a fold, and each session as it was told last. */
async function fold(
  search: Search,
  text: string,
  order: HitOrder = 'best',
): Promise<FoldNews & { readonly sessions: number; readonly each: readonly SessionHits[] }> {
  const each = new Map<string, SessionHits>()
  let last: FoldNews | undefined
  for await (const news of search.fold(query(text), { order, now: NOW })) {
    for (const session of news.changed) each.set(session.path, session)
    last = news
  }
  if (!last?.isComplete) throw new Error('The fold did not end.')
  return { ...last, each: [...each.values()] }
}

const names = ({ hits }: SessionHits): readonly string[] => hits.map(({ uuid }) => uuid ?? '')

describe('the fold of a search', () => {
  it('counts every hit and every session, and keeps the best three of each', async () => {
    const turns = Array.from({ length: 30 }, (_, minute) => turn('lamp', minute)).flat()
    const one = tree.write('-a/s1.jsonl', turns)
    const two = tree.write('-b/s2.jsonl', [...turn('lamp', 3), ...turn('other', 4)])
    const search = tree.open()
    for (const isIndexed of [false, true]) {
      if (isIndexed) await search.indexInBackground({ share: 1 })
      const found = await fold(search, 'lamp')
      expect(found).toMatchObject({ hits: 93, sessions: 2 })
      expect(found.hits).toBe((await collect(search, 'lamp')).length)
      expect(found.kinds).toMatchObject({ prompt: 31, command: 31, output: 31, answer: 0 })
      const byPath = new Map(found.each.map(session => [session.path, session]))
      expect(byPath.get(one)?.count).toBe(90)
      expect(names(byPath.get(one) as SessionHits)).toEqual(['u29', 'u28', 'u27'])
      expect(names(byPath.get(two) as SessionHits)).toEqual(['u3', 'a3', 'r3'])
    }
  })

  it('shows the newest where that is asked for', async () => {
    tree.write('-a/s1.jsonl', [...turn('lamp', 1), ...turn('lamp', 2)])
    const { each } = await fold(tree.open(), 'lamp', 'newest')
    expect(each.map(names)).toEqual([['r2', 'a2', 'u2']])
  })

  it("counts a subagent's hits with its session, also where its log lies beside it", async () => {
    const main = tree.write('-a/s1.jsonl', turn('lamp', 1))
    tree.write('-a/s1/subagents/agent-9.jsonl', turn('lamp', 2))
    tree.write('-a/agent-7.jsonl', turn('lamp', 3))
    const found = await fold(tree.open(), 'lamp')
    expect(found.each.map(({ path, count }) => [path, count])).toEqual([[main, 9]])
    expect(found.sessions).toBe(1)
    const hits = await tree.open().searchSession(query('lamp'), { order: 'newest', now: NOW, path: main })
    expect(hits.map(({ uuid }) => uuid)).toEqual(['r3', 'a3', 'u3', 'r2', 'a2', 'u2', 'r1', 'a1', 'u1'])
  })

  it('counts the other kinds, too, where one is asked for', async () => {
    tree.write('-a/s1.jsonl', [...turn('lamp', 1), ...turn('lamp', 2)])
    const found = await fold(tree.open(), 'lamp kind:command')
    expect(found).toMatchObject({ hits: 2, kinds: { prompt: 2, command: 2, output: 2 } })
    expect(found.each.map(names)).toEqual([['a2', 'a1']])
    expect(await fold(tree.open(), 'lamp kind:tool-input')).toMatchObject({ hits: 2 })
    expect(await fold(tree.open(), 'lamp agent:sub')).toMatchObject({ hits: 0, sessions: 0 })
    expect(await fold(tree.open(), 'lamp agent:main')).toMatchObject({ hits: 6 })
  })

  it('gives all hits of a session, the best first', async () => {
    const path = tree.write(
      '-a/s1.jsonl',
      Array.from({ length: 20 }, (_, minute) => turn('lamp', minute)).flat(),
    )
    tree.write('-a/s2.jsonl', turn('lamp', 1))
    const search = tree.open()
    await search.indexInBackground({ share: 1 })
    const hits = await search.searchSession(query('lamp'), { order: 'best', now: NOW, path })
    expect(hits).toHaveLength(60)
    expect(hits.map(({ hitKind }) => hitKind).slice(0, 20)).toEqual(Array(20).fill('prompt'))
    expect(new Set(hits.map(hit => hit.path))).toEqual(new Set([path]))
  })

  it('keeps the lines of what a tool was told and printed', async () => {
    const lines = ['first', '    second lamp', '    third', 'fourth'].join('\n')
    tree.write('-a/s1.jsonl', [
      {
        type: 'assistant',
        uuid: 'a',
        timestamp: '2026-11-15T08:00:00Z',
        message: { content: [{ type: 'tool_use', id: 't', name: 'Write', input: { content: lines } }] },
      },
    ])
    const { each } = await fold(tree.open(), 'lamp')
    const [hit] = each[0]?.hits ?? []
    expect(hit).toMatchObject({ hitKind: 'file', snippet: { text: 'first\n    second lamp\n    third' } })
    expect(hit?.snippet.marks.map(({ start, end }) => hit.snippet.text.slice(start, end))).toEqual(['lamp'])
  })

  it('tells of its end also to whoever takes long to hear', async () => {
    for (let file = 0; file < 200; file++) tree.write(`-a/s${file}.jsonl`, turn('lamp', file % 60))
    let last: FoldNews | undefined
    for await (const news of tree.open().fold(query('lamp'), { order: 'best', now: NOW })) {
      last = news
      await setTimeout(200)
    }
    expect(last).toMatchObject({ isComplete: true, hits: 600, sessions: 200 })
  })

  it('tells of the first sessions before it looks for the others, and waits while they are told', async () => {
    for (let file = 0; file < 30; file++) tree.write(`-a/s${file}.jsonl`, turn('lamp', file))
    const looked = new Set<string>()
    const accepts = (path: string): boolean => looked.add(path).size > 0
    const news = tree.open().fold(query('lamp'), { order: 'best', now: NOW, accepts })
    const { value: first } = await news.next()
    expect(first).toMatchObject({ isComplete: false })
    expect(first?.sessions).toBeLessThanOrEqual(10)
    const before = looked.size
    await setTimeout(100)
    // The one that was being looked into at that moment is looked through.
    expect(looked.size).toBeLessThanOrEqual(before + 1)
    let last: FoldNews | undefined
    for await (const more of news) last = more
    expect(last).toMatchObject({ isComplete: true, hits: 90, sessions: 30 })
  })

  it('ends when whoever asked leaves', async () => {
    for (let file = 0; file < 40; file++) tree.write(`-a/s${file}.jsonl`, turn('lamp', file))
    const search = tree.open()
    for await (const _ of search.fold(query('lamp'), { order: 'best', now: NOW })) break
    const controller = new AbortController()
    controller.abort()
    const called = search.fold(query('lamp'), { order: 'best', now: NOW, signal: controller.signal })
    await expect(called.next()).rejects.toThrow()
  })
})
