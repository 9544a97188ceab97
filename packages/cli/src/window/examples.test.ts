import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discoverSessions } from '@antiphon/transcript'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasSessions, openExampleRoot, shiftTimes } from './open-example-root.ts'

const NOW = Date.parse('2031-03-02T10:00:00.000Z')

describe('the bundled sessions', () => {
  it('are of the last days, whenever that is, and go when they are closed', async () => {
    const { root, close } = await openExampleRoot(NOW)
    const found: string[] = []
    for await (const item of discoverSessions([root])) {
      if (item.kind === 'problem') throw new Error(item.reason)
      found.push(item.modifiedAt)
    }
    expect(found.length).toBeGreaterThanOrEqual(3)
    for (const time of found) {
      expect(Date.parse(time)).toBeLessThanOrEqual(NOW)
      expect(Date.parse(time)).toBeGreaterThan(NOW - 4 * 24 * 60 * 60 * 1000)
    }
    const logs = (await readdir(root, { recursive: true })).filter(name => name.endsWith('.jsonl'))
    expect(logs.some(name => name.includes('subagents'))).toBe(true)
    await close()
    expect(existsSync(root)).toBe(false)
  })

  it('keep the distances between their times', () => {
    const log =
      '{"timestamp":"2026-11-14T08:00:00.000Z"}\n{"timestamp":"2026-11-14T08:00:01.500Z","note":"2026"}\n'
    expect(shiftTimes(log, NOW)).toEqual({
      text: '{"timestamp":"2031-03-02T08:00:00.000Z"}\n{"timestamp":"2031-03-02T08:00:01.500Z","note":"2026"}\n',
      newest: new Date('2031-03-02T08:00:01.500Z'),
    })
  })
})

describe('hasSessions', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'antiphon-has-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('finds one in any project, and none in empty or missing folders', async () => {
    expect(await hasSessions([root, join(root, 'nowhere')])).toBe(false)
    await mkdir(join(root, 'projects', '-empty'), { recursive: true })
    await mkdir(join(root, 'projects', '-home'))
    await writeFile(join(root, 'projects', '-home', 'notes.txt'), '')
    expect(await hasSessions([root])).toBe(false)
    await writeFile(join(root, 'projects', '-home', 'a.jsonl'), '')
    expect(await hasSessions([root])).toBe(true)
  })
})
