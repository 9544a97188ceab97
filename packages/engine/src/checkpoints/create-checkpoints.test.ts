import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileHistorySnapshotEntry } from '@antiphon/core/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toBackupName } from './backup-folder.ts'
import type { Checkpoints } from './checkpoints.ts'
import { type CheckpointsOptions, createCheckpoints } from './create-checkpoints.ts'

let folder: string
let cwd: string
let history: string
let entries: FileHistorySnapshotEntry[]

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-checkpoints-')))
  cwd = join(folder, 'work')
  history = join(folder, 'root', 'file-history', 'session')
  mkdirSync(cwd)
  entries = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (options: Partial<CheckpointsOptions> = {}): Checkpoints =>
  createCheckpoints({
    folder: history,
    cwd,
    record: async entry => void entries.push(entry),
    now: () => Date.UTC(2026, 0, 2),
    entries: JSON.parse(JSON.stringify(entries)),
    ...options,
  })

const path = (name: string): string => join(cwd, name)
const read = (name: string): string => readFileSync(path(name), 'utf8')

/** As a tool does it. */
async function change(checkpoints: Checkpoints, name: string, text: string): Promise<void> {
  await checkpoints.beforeChange(path(name))
  writeFileSync(path(name), text)
  await checkpoints.afterChange(path(name))
}

/** As a person does it, at another time than the agent. */
function changeElsewhere(name: string, text: string): void {
  writeFileSync(path(name), text)
  utimesSync(path(name), 1, 1)
}

const TIME = '2026-01-02T00:00:00.000Z'

describe('the lines in the log', () => {
  it('of an earlier time are waited for by whoever wants a checkpoint, and by nobody else; what is wrong is told', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    const first = open()
    await first.beginPrompt('p1')
    await change(first, 'a.txt', 'two\n')
    const known = [...entries]
    let isRead = false
    let release = (): void => {}
    const gate = new Promise<void>(resolve => (release = resolve))
    async function* readLate(): AsyncGenerator<unknown> {
      await gate
      isRead = true
      yield* known
    }
    const checkpoints = open({ entries: readLate() })
    const rewound = checkpoints.rewind('p1')
    expect(isRead).toBe(false)
    release()
    expect(await rewound).toMatchObject({ canRewind: true })
    expect(read('a.txt')).toBe('one\n')
    // biome-ignore lint/correctness/useYield: it fails before it has anything
    async function* fail(): AsyncGenerator<unknown> {
      throw new Error('the disk is gone')
    }
    const broken = open({ entries: fail() })
    expect(await broken.rewind('p1')).toMatchObject({ canRewind: false })
    expect(broken.takeProblems()).toEqual([
      'Earlier checkpoints of the files could not be read: the disk is gone',
    ])
  })

  it('are those of Claude Code: one a prompt, and an update for each file that is new to it', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await checkpoints.beforeChange(path('a.txt'), { messageId: 'answer' })
    writeFileSync(path('a.txt'), 'two\n')
    await change(checkpoints, 'new.txt', 'new\n')
    await change(checkpoints, 'a.txt', 'three\n')
    await checkpoints.beginPrompt('p2')
    const rest = { backupTime: TIME, realParentDir: cwd }
    const [a, created] = [toBackupName(path('a.txt'), 1), toBackupName(path('a.txt'), 2)]
    const first = { 'a.txt': { backupFileName: a, version: 1, ...rest } }
    const both = { ...first, 'new.txt': { backupFileName: null, version: 1, ...rest } }
    const next = {
      'a.txt': { backupFileName: created, version: 2, ...rest },
      'new.txt': { backupFileName: toBackupName(path('new.txt'), 2), version: 2, ...rest },
    }
    const line = (messageId: string, prompt: string, files: object) => ({
      type: 'file-history-snapshot',
      messageId,
      snapshot: { messageId: prompt, trackedFileBackups: files, timestamp: TIME },
      isSnapshotUpdate: files === first || files === both,
    })
    expect(entries).toEqual([
      line('p1', 'p1', {}),
      line('answer', 'p1', first),
      line('p1', 'p1', both),
      line('p2', 'p2', next),
    ])
    expect(readFileSync(join(history, a), 'utf8')).toBe('one\n')
    expect(a).toMatch(/^[0-9a-f]{16}@v1$/)
  })

  it('come after the copy and before the change', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    const seen: string[] = []
    const record = async (entry: FileHistorySnapshotEntry): Promise<void> => {
      if (entry.isSnapshotUpdate) seen.push(...readdirSync(history))
    }
    const checkpoints = open({ record })
    await checkpoints.beginPrompt('p1')
    await checkpoints.beforeChange(path('a.txt'))
    expect(seen).toEqual([toBackupName(path('a.txt'), 1)])
  })

  it('name a file once, however many change it at a time', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await Promise.all([1, 2, 3].map(() => checkpoints.beforeChange(path('a.txt'))))
    expect(readdirSync(history)).toHaveLength(1)
    expect(entries).toHaveLength(2)
  })
})

describe('a rewind', () => {
  it('knows only prompts that have a checkpoint', async () => {
    const result = await open().rewind('nobody')
    expect(result).toMatchObject({ canRewind: false, filesChanged: [], insertions: 0, deletions: 0 })
    expect(result.error).toContain('nobody')
  })

  it('counts the lines it adds and takes away, and changes nothing when it only looks', async () => {
    writeFileSync(path('a.txt'), 'one\ntwo\nthree\n')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'a.txt', 'one\n2\nthree\nfour\n')
    await change(checkpoints, 'new.txt', 'x\ny')
    const look = await checkpoints.rewind('p1', { dryRun: true })
    expect(look).toEqual({
      canRewind: true,
      filesChanged: [path('a.txt'), path('new.txt')],
      insertions: 1,
      deletions: 4,
      notices: [],
    })
    expect([read('a.txt'), read('new.txt')]).toEqual(['one\n2\nthree\nfour\n', 'x\ny'])
    expect(await checkpoints.rewind('p1')).toEqual(look)
    expect(read('a.txt')).toBe('one\ntwo\nthree\n')
    expect(existsSync(path('new.txt'))).toBe(false)
    expect(await checkpoints.rewind('p1')).toMatchObject({ canRewind: true, filesChanged: [] })
  })

  it('makes the folders again that a file was in', async () => {
    mkdirSync(path('deep/er'), { recursive: true })
    writeFileSync(path('deep/er/a.txt'), 'one\n')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'deep/er/a.txt', 'two\n')
    rmSync(path('deep'), { recursive: true })
    expect((await checkpoints.rewind('p1')).canRewind).toBe(true)
    expect(read('deep/er/a.txt')).toBe('one\n')
  })

  it('restores what somebody else changed or deleted, says so, and keeps what was there', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(path(name), 'one\n')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await change(checkpoints, name, 'two\n')
    changeElsewhere('a.txt', 'mine\n')
    rmSync(path('b.txt'))
    const { canRewind, notices } = await checkpoints.rewind('p1')
    expect(canRewind).toBe(true)
    expect(['a.txt', 'b.txt', 'c.txt'].map(read)).toEqual(['one\n', 'one\n', 'one\n'])
    expect(notices).toHaveLength(2)
    expect(notices[0]).toContain(`${path('a.txt')} was changed by somebody else`)
    expect(notices[1]).toContain(`${path('b.txt')} was deleted by somebody else`)
    const kept = join(history, toBackupName(path('a.txt'), 2))
    expect(notices[0]).toContain(kept)
    expect(readFileSync(kept, 'utf8')).toBe('mine\n')
  })

  it('takes back what has grown beyond what can be kept, and says that no copy is left', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    const checkpoints = open({ maximumBytes: 100 })
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'a.txt', 'x'.repeat(101))
    const result = await checkpoints.rewind('p1')
    expect(result).toMatchObject({ canRewind: true, filesChanged: [path('a.txt')] })
    expect(result.notices.join()).toContain('No copy could be kept')
    expect(read('a.txt')).toBe('one\n')
  })

  it('leaves a folder alone that took the place of a file', async () => {
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'a', 'one\n')
    rmSync(path('a'))
    mkdirSync(path('a'))
    writeFileSync(path('a/b.txt'), 'precious\n')
    expect(await checkpoints.rewind('p1')).toMatchObject({
      canRewind: true,
      filesChanged: [],
      skippedLinks: 1,
    })
    expect(read('a/b.txt')).toBe('precious\n')
  })

  it('goes on with the other files when one has lost its backup', async () => {
    for (const name of ['a.txt', 'b.txt']) writeFileSync(path(name), 'one\n')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    for (const name of ['a.txt', 'b.txt']) await change(checkpoints, name, 'two\n')
    rmSync(join(history, toBackupName(path('a.txt'), 1)))
    const some = await checkpoints.rewind('p1')
    expect(some).toMatchObject({ canRewind: true, filesChanged: [path('b.txt')] })
    expect(some.notices.join()).toContain(path('a.txt'))
    const none = await checkpoints.rewind('p1')
    expect(none).toMatchObject({ canRewind: false, filesChanged: [] })
    expect(read('a.txt')).toBe('two\n')
  })
})

describe('links', () => {
  it('stay what they are: the file at their end is kept and restored', async () => {
    writeFileSync(path('real.txt'), 'one\n')
    symlinkSync('real.txt', path('link.txt'))
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'link.txt', 'two\n')
    expect(await checkpoints.rewind('p1')).toMatchObject({ filesChanged: [path('real.txt')] })
    expect(read('real.txt')).toBe('one\n')
    expect(lstatSync(path('link.txt')).isSymbolicLink()).toBe(true)
  })

  it('that stand in the place of a file are left alone and counted, with what they lead to', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'victim.txt']) writeFileSync(path(name), 'one\n')
    mkdirSync(path('sub'))
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'sub/new.txt']) await change(checkpoints, name, 'two\n')
    rmSync(path('a.txt'))
    symlinkSync('victim.txt', path('a.txt'))
    rmSync(path('b.txt'))
    linkSync(path('victim.txt'), path('b.txt'))
    writeFileSync(path('victim.txt'), 'precious\n')
    renameSync(path('sub'), path('moved'))
    symlinkSync('moved', path('sub'))
    const result = await checkpoints.rewind('p1')
    expect(result).toMatchObject({ canRewind: true, filesChanged: [path('c.txt')], skippedLinks: 3 })
    expect([read('victim.txt'), read('moved/new.txt')]).toEqual(['precious\n', 'two\n'])
    expect(result.notices).toHaveLength(3)
  })
})

describe('what cannot be kept', () => {
  it('does not stop the change, is told once, and is left alone by a rewind, also after a restart', async () => {
    writeFileSync(path('large.txt'), 'x'.repeat(101))
    const checkpoints = open({ maximumBytes: 100 })
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'large.txt', 'small now\n')
    const [problem, ...more] = checkpoints.takeProblems()
    expect(problem).toContain(path('large.txt'))
    expect([more, checkpoints.takeProblems()]).toEqual([[], []])
    await checkpoints.beginPrompt('p2')
    await change(checkpoints, 'large.txt', 'smaller\n')
    for (const either of [checkpoints, open({ maximumBytes: 100 })]) {
      expect(await either.rewind('p1')).toMatchObject({ canRewind: false, filesChanged: [] })
      expect(read('large.txt')).toBe('smaller\n')
    }
    expect(await checkpoints.rewind('p2')).toMatchObject({ canRewind: true })
    expect(read('large.txt')).toBe('small now\n')
  })

  it('is every file where the folder cannot be made', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    writeFileSync(join(folder, 'root'), 'in the way')
    const checkpoints = open()
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'a.txt', 'two\n')
    expect(checkpoints.takeProblems().join()).toContain(`leave ${path('a.txt')} as it is`)
    expect(await checkpoints.rewind('p1')).toMatchObject({ canRewind: false })
    expect(read('a.txt')).toBe('two\n')
  })

  it('is a line that the log refuses; the copy is there all the same', async () => {
    writeFileSync(path('a.txt'), 'one\n')
    const checkpoints = open({ record: () => Promise.reject(new Error('the log is closed')) })
    await checkpoints.beginPrompt('p1')
    await change(checkpoints, 'a.txt', 'two\n')
    expect(checkpoints.takeProblems().join()).toContain('the log is closed')
    expect(await checkpoints.rewind('p1')).toMatchObject({ canRewind: true })
    expect(read('a.txt')).toBe('one\n')
  })
})

describe('a file that can change what runs later', () => {
  it('comes back where this process kept it, and not by the word of a log', async () => {
    writeFileSync(path('.npmrc'), 'mine\n')
    const first = open()
    await first.beginPrompt('p1')
    await change(first, '.npmrc', 'changed\n')
    const next = open()
    const result = await next.rewind('p1')
    expect(result).toMatchObject({ canRewind: false, filesChanged: [] })
    expect(result.error).toContain('.npmrc can change what runs later')
    expect(read('.npmrc')).toBe('changed\n')
    expect(await first.rewind('p1')).toMatchObject({ filesChanged: [path('.npmrc')] })
    expect(read('.npmrc')).toBe('mine\n')
  })
})
