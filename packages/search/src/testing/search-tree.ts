import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Hit } from '../find/hit.ts'
import { openSearch, type Search, type SearchOptions } from '../find/open-search.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { SearchQuery } from '../query/search-query.ts'

/** A folder with sessions and a cache, for tests. */
export interface SearchTree {
  readonly folder: string
  readonly root: string
  readonly cache: string
  /** Where the index lies. */
  readonly index: string
  write(path: string, entries: readonly object[]): string
  open(): Search
  remove(): void
}

export function createSearchTree(): SearchTree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-search-')))
  const [root, cache] = [join(folder, 'root'), join(folder, 'cache')]
  mkdirSync(join(root, 'projects'), { recursive: true })
  return {
    folder,
    root,
    cache,
    index: join(cache, 'search'),
    write(path, entries) {
      const whole = join(root, 'projects', path)
      mkdirSync(dirname(whole), { recursive: true })
      writeFileSync(whole, entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
      return whole
    },
    open: () => openSearch({ roots: [root], cacheFolder: cache }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A prompt, a call and its result, said at a minute of an hour. */
export function turn(words: string, minute = 0): readonly object[] {
  const timestamp = (second: number): string =>
    `2026-11-15T08:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}.000Z`
  const envelope = { cwd: '/home/dev/harbour', gitBranch: 'main', sessionId: 's1', isSidechain: false }
  const id = `toolu_${minute}`
  return [
    {
      ...envelope,
      type: 'user',
      uuid: `u${minute}`,
      timestamp: timestamp(1),
      message: { role: 'user', content: words },
    },
    {
      ...envelope,
      type: 'assistant',
      uuid: `a${minute}`,
      timestamp: timestamp(2),
      message: {
        role: 'assistant',
        model: 'claude-opus-5',
        content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `echo ${words}` } }],
      },
    },
    {
      ...envelope,
      type: 'user',
      uuid: `r${minute}`,
      timestamp: timestamp(3),
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: `${words}: not found`, is_error: true }],
      },
      toolUseResult: { stderr: `sh: ${words}` },
    },
  ]
}

/** A query that must be right. */
export function query(text: string): SearchQuery {
  const parsed = parseQuery(text, { now: Date.parse('2026-11-15T12:00:00Z') })
  if (parsed.kind === 'refused') throw new Error(parsed.reason)
  return parsed.query
}

/** All hits of a query. */
export async function collect(
  search: Search,
  text: string,
  options: SearchOptions = {},
): Promise<readonly Hit[]> {
  const hits: Hit[] = []
  for await (const hit of search.search(query(text), options)) hits.push(hit)
  return hits
}

/** The uuids of what a query finds, the newest first. */
export async function uuids(
  search: Search,
  text: string,
  options: SearchOptions = {},
): Promise<readonly string[]> {
  return (await collect(search, text, options)).map(hit => hit.uuid ?? '')
}
