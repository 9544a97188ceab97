import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Collector, collectItems } from '../../test/collect-items.ts'
import { spawnWriter } from '../../test/spawn-writer.ts'
import { type FollowedItem, type FollowTreeOptions, followSession, followTree } from './follow-logs.ts'
import type { WatchFolder } from './watch-file.ts'

let root = ''
let stop = new AbortController()
let running: Promise<void>[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-tree-'))
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await Promise.allSettled(running)
  running = []
  rmSync(root, { recursive: true, force: true })
})

function put(name: string, text: string): string {
  const path = join(root, 'projects', name)
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, text)
  return path
}

function line(n: number): string {
  return `{"n":${n}}\n`
}

// What only a sweep would find must not be found by luck.
const NEVER_MS = 3_600_000

/** Follows, and resolves when the trees are watched. */
async function start(options: Partial<FollowTreeOptions> = {}): Promise<Collector<FollowedItem>> {
  return collect(onReady =>
    followTree({ roots: [root], from: 'now', signal: stop.signal, sweepMs: NEVER_MS, ...options, onReady }),
  )
}

async function collect(
  follow: (onReady: () => void) => AsyncGenerator<FollowedItem>,
): Promise<Collector<FollowedItem>> {
  return new Promise((resolve, reject) => {
    const collector = collectItems(follow(() => setImmediate(() => resolve(collector))))
    running.push(collector.ended)
    collector.ended.catch(reject)
  })
}

/** What came, in short: `session 1` for an entry `{n: 1}`; `caught-up` left out. */
function brief(items: readonly FollowedItem[]): readonly string[] {
  return items.flatMap(({ key, item }) => {
    const name = key.subpath === undefined ? key.session : `${key.session}/${key.subpath}`
    if (item.kind === 'caught-up') return []
    return [`${name} ${item.kind === 'entry' ? (item.entry as { readonly n?: unknown }).n : item.reason}`]
  })
}

function holding(...expected: readonly string[]): (items: readonly FollowedItem[]) => boolean {
  return items => expected.every(one => brief(items).includes(one))
}

describe('followTree', () => {
  it('gives what is added from now on, with path and key', async () => {
    const path = put('-p/s1.jsonl', line(1))
    put('-p/s2.jsonl', line(1))
    const follower = await start()
    appendFileSync(path, line(2))
    await follower.until(items => items.length === 2)
    expect(follower.items).toEqual([
      {
        path,
        key: { project: '-p', session: 's1' },
        item: { kind: 'entry', entry: { n: 2 }, seq: 8, next: 16 },
      },
      { path, key: { project: '-p', session: 's1' }, item: { kind: 'caught-up', seq: 16 } },
    ])
  })

  it('gives everything from the start, or from where it was read before', async () => {
    put('-p/s1.jsonl', line(1))
    const known = put('-p/s2.jsonl', line(1) + line(2))
    const follower = await start({ from: 'start', positions: new Map([[known, 8]]) })
    await follower.until(holding('s1 1', 's2 2'))
    expect(brief(follower.items)).toHaveLength(2)
    const other = await start({ from: 'now', positions: new Map([[known, 8]]) })
    await other.until(holding('s2 2'))
    expect(brief(other.items)).toHaveLength(1)
  })

  it('finds new sessions, projects and subagents in both layouts', async () => {
    put('-p/s1.jsonl', line(1))
    const follower = await start()
    put('-p/s2.jsonl', line(2))
    put('-p/s1/subagents/agent-a.jsonl', line(3))
    put('-p/agent-old.jsonl', line(4))
    put('-q/s3.jsonl', line(5))
    put('-q/s3/subagents/workflows/w1/agent-b.jsonl', line(6))
    const expected = [
      's2 2',
      's1/subagents/agent-a 3',
      'agent-old 4',
      's3 5',
      's3/subagents/workflows/w1/agent-b 6',
    ]
    await follower.until(holding(...expected))
    put('-p/s1/subagents/agent-a.jsonl', line(7))
    await follower.until(holding('s1/subagents/agent-a 7'))
    expect(brief(follower.items)).toHaveLength(6)
  })

  it('keeps to the projects that it was given', async () => {
    put('-p/s1.jsonl', line(1))
    const follower = await start({ projects: ['-p', '-later'] })
    put('-q/s2.jsonl', line(2))
    put('-later/s3.jsonl', line(3))
    put('-p/s1.jsonl', line(4))
    await follower.until(holding('s3 3', 's1 4'))
    expect(brief(follower.items)).toHaveLength(2)
  })

  it('waits for a root that is not there, and follows several', async () => {
    const later = join(root, 'later')
    const follower = await start({ roots: [root, later], sweepMs: 20 })
    put('-p/s1.jsonl', line(1))
    mkdirSync(join(later, 'projects', '-p'), { recursive: true })
    writeFileSync(join(later, 'projects', '-p', 's2.jsonl'), line(2))
    await follower.until(holding('s1 1', 's2 2'))
  })

  it('gives a line that was not finished when it began once it is', async () => {
    const path = put('-p/s1.jsonl', `${line(1)}{"n"`)
    const follower = await start()
    appendFileSync(path, ':2}\n')
    await follower.until(holding('s1 2'))
    expect(brief(follower.items)).toEqual(['s1 2'])
  })

  it('tells what was cut, replaced and deleted, also of logs that rested', async () => {
    const path = put('-p/s1.jsonl', line(1) + line(2))
    put('-p/s2.jsonl', line(1))
    const follower = await start()
    writeFileSync(path, line(3))
    await follower.until(holding('s1 truncated', 's1 3'))
    renameSync(put('-p/s1.jsonl.new', line(4) + line(5)), path)
    await follower.until(holding('s1 replaced', 's1 5'))
    rmSync(join(root, 'projects', '-p', 's2.jsonl'))
    await follower.until(holding('s2 deleted'))
    put('-p/s2.jsonl', line(6))
    await follower.until(holding('s2 6'))
  })

  it('follows a folder that went and came back', async () => {
    put('-p/s1.jsonl', line(1))
    put('-p/s1/subagents/agent-a.jsonl', line(1))
    const follower = await start()
    rmSync(join(root, 'projects', '-p'), { recursive: true })
    await follower.until(holding('s1 deleted', 's1/subagents/agent-a deleted'))
    put('-p/s1.jsonl', line(2))
    put('-p/s1/subagents/agent-a.jsonl', line(3))
    await follower.until(holding('s1 2', 's1/subagents/agent-a 3'))
    put('-p/s1/subagents/agent-a.jsonl', line(4))
    await follower.until(holding('s1/subagents/agent-a 4'))
  })

  it('sweeps where nothing can be watched', async () => {
    const refused: WatchFolder = () => {
      throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' })
    }
    put('-p/s1.jsonl', line(1))
    const follower = await start({ watchFolder: refused, sweepMs: 10 })
    put('-p/s1.jsonl', line(2))
    put('-q/s2/subagents/agent-a.jsonl', line(3))
    await follower.until(holding('s1 2', 's2/subagents/agent-a 3'))
    rmSync(join(root, 'projects', '-q'), { recursive: true })
    await follower.until(holding('s2/subagents/agent-a deleted'))
  })

  it('goes on beside a log that cannot be read', async () => {
    mkdirSync(join(root, 'projects', '-p', 'folder.jsonl'), { recursive: true })
    const follower = await start({ from: 'start' })
    put('-p/s1.jsonl', line(1))
    await follower.until(holding('s1 1'))
    expect(brief(follower.items)).toHaveLength(1)
  })

  it('gives every line of several processes once and in order', async () => {
    const paths = ['-p/s1.jsonl', '-p/s2/subagents/agent-a.jsonl', '-q/s3.jsonl'].map(name => put(name, ''))
    const follower = await start()
    const writers = paths.map(path => {
      const writer = spawnWriter()
      writer.appendForever(path)
      return writer
    })
    try {
      await follower.until(items => items.length > 600)
      await follower.until(items => new Set(items.map(item => item.path)).size === paths.length)
    } finally {
      await Promise.all(writers.map(writer => writer.kill()))
    }
    for (const path of paths) {
      const numbers = follower.items.flatMap(item =>
        item.path === path && item.item.kind === 'entry'
          ? [(item.item.entry as { readonly n?: unknown }).n]
          : [],
      )
      expect(numbers).toEqual([...numbers.keys()])
    }
  })

  it('holds no descriptor for logs that rest, and leaves nothing behind', async () => {
    const paths = Array.from({ length: 300 }, (_, n) => put(`-p${n % 10}/s${n}.jsonl`, line(1)))
    const follower = await start()
    for (const path of paths) appendFileSync(path, line(2))
    await follower.until(items => brief(items).length === paths.length)
    await nextTurn()
    // Those that moved last, and the one that is looked at just now.
    expect(openLogs().length).toBeLessThanOrEqual(17)
    stop.abort()
    await follower.ended
    expect(openLogs()).toEqual([])
    await expectNoWatch()
  })

  it('ends at return while it waits', async () => {
    put('-p/s1.jsonl', line(1))
    const source = followTree({ roots: [root], from: 'start' })
    await source.next()
    await source.next()
    const pending = source.next()
    await nextTurn()
    await source.return()
    expect(await pending).toEqual({ done: true, value: undefined })
    await expectNoWatch()
  })
})

describe('followSession', () => {
  it('gives a session with its subagents in both layouts, and no other session', async () => {
    const path = put('-p/s1.jsonl', line(1))
    const follower = await collect(onReady =>
      followSession(path, { from: 'now', signal: stop.signal, sweepMs: NEVER_MS, onReady }),
    )
    put('-p/s10.jsonl', line(2))
    put('-p/s10/subagents/agent-z.jsonl', line(3))
    put('-p/s1/subagents/agent-a.jsonl', line(4))
    put('-p/agent-old.jsonl', line(5))
    put('-p/s1.jsonl', line(6))
    await follower.until(holding('s1/subagents/agent-a 4', 'agent-old 5', 's1 6'))
    expect(brief(follower.items)).toHaveLength(3)
    expect(follower.items[0]?.key.project).toBe('-p')
  })
})

/** The logs of this test that this process holds open. */
function openLogs(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap(name => {
      try {
        const target = readlinkSync(`/proc/self/fd/${name}`)
        return target.startsWith(root) ? [target] : []
      } catch {
        return []
      }
    })
  } catch {
    // Only Linux tells.
    return []
  }
}

/** Closed handles are gone at the end of the loop's turn, which comes after its immediates. */
async function expectNoWatch(): Promise<void> {
  await nextTurn()
  await nextTurn()
  expect(process.getActiveResourcesInfo()).not.toContain('FSEventWrap')
}
