import { mkdir, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { toLogPath } from '@antiphon/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  listTrash,
  purgeTrash,
  restoreSession,
  type TrashedSession,
  toTrashFolder,
  trashSession,
} from './trash.ts'

const key = { project: '-home-me', session: '3b0f1e2d-0000-4000-8000-000000000001' }
const LINE = `${JSON.stringify({
  ...{ type: 'user', uuid: 'u', parentUuid: null, sessionId: key.session },
  ...{ timestamp: '2026-02-03T04:05:06.000Z', message: { role: 'user', content: 'Light the lamp at dusk.' } },
})}\n`
const NOW = new Date('2026-11-16T12:00:00.000Z')
const OLD = new Date('2026-02-03T04:05:06.000Z')

let root: string
let path: string
let agent: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'antiphon-trash-'))
  path = toLogPath(root, key)
  agent = join(path.slice(0, -'.jsonl'.length), 'subagents', 'agent-a.jsonl')
  await mkdir(dirname(agent), { recursive: true })
  await writeFile(path, LINE)
  await writeFile(agent, LINE)
  await utimes(agent, OLD, OLD)
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function remove(): Promise<TrashedSession> {
  const trashed = await trashSession({ root, key }, NOW)
  if ('refusal' in trashed) throw new Error(trashed.refusal)
  return trashed
}

const isThere = (at: string): Promise<boolean> =>
  stat(at).then(
    () => true,
    () => false,
  )

describe('a deleted session', () => {
  it('comes back with its subagents as it was', async () => {
    const trashed = await remove()
    expect(await isThere(path)).toBe(false)
    expect(await isThere(agent)).toBe(false)
    expect(await restoreSession(trashed)).toEqual({ root, key })
    expect(await readFile(path, 'utf8')).toBe(LINE)
    expect(await readFile(agent, 'utf8')).toBe(LINE)
    expect(await listTrash([root])).toEqual([])
  })

  it('comes back where a crash left its subagents behind', async () => {
    const trashed = await remove()
    const below = join(toTrashFolder(root), trashed.name, 'below')
    await rename(below, path.slice(0, -'.jsonl'.length))
    expect(await listTrash([root])).toHaveLength(1)
    expect(await restoreSession(trashed)).toEqual({ root, key })
    expect([await isThere(path), await isThere(agent)]).toEqual([true, true])
  })

  it('replaces nothing that took its name', async () => {
    const trashed = await remove()
    await writeFile(path, 'another\n')
    expect(await restoreSession(trashed)).toHaveProperty('refusal')
    expect(await readFile(path, 'utf8')).toBe('another\n')
    expect(await listTrash([root])).toHaveLength(1)
  })

  it('is none while a subagent of it writes', async () => {
    await writeFile(agent, LINE)
    expect(await trashSession({ root, key }, new Date())).toHaveProperty('refusal')
    expect(await isThere(path)).toBe(true)
  })

  it('goes for good when its days are over, and not before', async () => {
    await remove()
    const day = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000)
    expect(await purgeTrash([root], { days: 30, now: day(29) })).toBe(0)
    expect(await purgeTrash([root], { days: 30, now: day(31) })).toBe(1)
    expect(await listTrash([root])).toEqual([])
  })

  it('is not looked for behind a note that is no plain file or too long', async () => {
    const { name } = await remove()
    const note = join(toTrashFolder(root), name, 'deleted.json')
    await writeFile(note, `{"a":"${'x'.repeat(70_000)}"}`)
    expect(await listTrash([root])).toEqual([])
    await rm(note)
    await mkdir(note)
    expect(await listTrash([root])).toEqual([])
  })
})
