import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discoverSessions } from '../src/discover/discover-sessions.ts'
import { createFileStore } from '../src/file-store/file-store.ts'
import { toSubagentKey } from '../src/store/session-key.ts'
import { createNumberedEntry } from './numbered-entry.ts'
import { withReason } from './process/requirements.ts'
import { isSoak, LONG, quickReason, rounds } from './process/soak.ts'

const KEY = { project: 'p', session: 'source' }
const AGENT = toSubagentKey(KEY, 'a1')
const ENTRIES = 6_000
const BYTES = 2_000

let root = ''
let size = 0

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-fork-kill-'))
  const store = createFileStore({ root })
  const entries = Array.from({ length: ENTRIES }, (_, number) => createNumberedEntry(number, BYTES))
  await store.append(KEY, entries)
  await store.append(AGENT, entries.slice(0, 1_000))
  await store.close()
  size = measure()
}, 60_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Moments of a fork, by how much of its copy is there. */
const MOMENTS = isSoak ? [0.0001, 0.2, 0.5, 0.8, 0.9, 0.99, 1] : [0.0001, 0.5, 0.9, 1]

describe.skipIf(quickReason !== null)(withReason('a fork that is killed', quickReason), () => {
  it.each(Array.from({ length: rounds(1, 20) }, () => MOMENTS).flat())(
    'leaves no session or the whole one when %d of it is written, and can be made again',
    async moment => {
      await forkAndDie(moment)
      const listed = await list()
      const isWhole = listed.includes('fork')
      expect(listed).toEqual(isWhole ? ['fork', 'source'] : ['source'])
      const store = createFileStore({ root })
      const keys: string[] = []
      for await (const { key } of store.list()) keys.push(`${key.session}/${key.subpath ?? ''}`)
      const own = ['source/', `source/${AGENT.subpath}`]
      const forked = ['fork/', `fork/${AGENT.subpath}`]
      expect(keys.toSorted()).toEqual((isWhole ? [...own, ...forked] : own).toSorted())
      if (isWhole) await store.delete({ ...KEY, session: 'fork' })
      expect(await store.fork(KEY, { session: 'fork' })).toMatchObject({ shared: ENTRIES })
      await store.delete({ ...KEY, session: 'fork' })
      await store.close()
    },
    LONG,
  )
})

async function list(): Promise<readonly string[]> {
  const sessions: string[] = []
  for await (const item of discoverSessions([root]))
    if (item.kind !== 'problem') sessions.push(item.key.session)
  return sessions.toSorted()
}

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const STORE = JSON.stringify(new URL('../src/file-store/file-store.ts', import.meta.url).href)

/** Forks in a process of its own, which is killed when so much of the copy is there. */
async function forkAndDie(moment: number): Promise<void> {
  const before = measure()
  const script = `
    import { createFileStore } from ${STORE}
    const store = createFileStore({ root: ${JSON.stringify(root)} })
    await store.fork(${JSON.stringify(KEY)}, { session: 'fork' })
    await store.close()`
  const options = ['--import', TSX, '--conditions=@antiphon/source', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const closed = once(child, 'close')
  const timer = setInterval(() => {
    if (measure() - before >= moment * size) child.kill('SIGKILL')
  }, 1)
  await closed
  clearInterval(timer)
}

/** All bytes of the project; none where a folder goes while it is looked at. */
function measure(): number {
  const project = join(root, 'projects', 'p')
  try {
    return readdirSync(project, { recursive: true, encoding: 'utf8' })
      .map(name => statSync(join(project, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0)
  } catch {
    return 0
  }
}
