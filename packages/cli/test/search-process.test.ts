import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toText } from '@antiphon/search/testing/usage/usage-lines'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  canBeStranger,
  createNumbersBench,
  type NumbersBench,
  sessionOf,
  withFullDisk,
} from './numbers-kit.ts'
import type { Ran } from './test-io.ts'

let bench: NumbersBench
beforeEach(() => {
  bench = createNumbersBench()
})
afterEach(() => bench.remove())

const SEARCH = ['search', 'beacon', 'role:user', '--json']

function sessionsOf({ stdout }: Ran): readonly string[] {
  return JSON.parse(stdout)
    .map((hit: { session: string }) => hit.session)
    .sort()
}

function writeSessions(count: number, padding: number): readonly string[] {
  const names = Array.from({ length: count }, (_, session) => `aaaaaaaa-${session}`)
  for (const name of names) bench.write(`-a/${name}.jsonl`, sessionOf(name, 1, padding))
  return names.sort()
}

/** Until a process that was started beside a search has indexed all. */
async function waitForIndex(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    await bench.run(['search', '--update'])
    const { waitingBytes } = JSON.parse((await bench.run(['search', '--status', '--json'])).stdout)
    if (waitingBytes === 0) return
    await setTimeout(50)
  }
  throw new Error('The index was not made.')
}

describe('antiphon search in processes', () => {
  it('answers from the logs, and leaves the index of much to a process that nobody waits for', async () => {
    const names = writeSessions(10, 100_000)
    const manifest = join(bench.cache, 'search', 'manifest.json')
    const ran = await bench.run(SEARCH)
    expect({ ...ran, stdout: sessionsOf(ran), isIndexed: existsSync(manifest) }).toEqual({
      code: 0,
      stdout: names,
      stderr: '',
      isIndexed: false,
    })
    for (let turn = 0; turn < 400 && !existsSync(manifest); turn++) await setTimeout(50)
    expect(existsSync(manifest)).toBe(true)
    await waitForIndex()
    expect(sessionsOf(await bench.run(SEARCH))).toEqual(names)
  })

  it('finds in what it may read and names what it may not', async context => {
    if (!canBeStranger()) return context.skip('only root can be somebody else')
    bench.write('-a/aaaaaaaa-1.jsonl', sessionOf('a', 5))
    const closed = dirname(bench.write('-b/bbbbbbbb-1.jsonl', sessionOf('b', 7)))
    chmodSync(bench.home, 0o777)
    chmodSync(closed, 0)
    const found = await bench.run(SEARCH, { isStranger: true })
    const none = await bench.run(['search', 'zanzibar'], { isStranger: true })
    chmodSync(closed, 0o755)
    expect({ code: found.code, sessions: sessionsOf(found) }).toEqual({ code: 0, sessions: ['aaaaaaaa-1'] })
    expect(found.stderr).toMatch(/projects\/-b may not be read by you\.\n/)
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toMatch(/projects\/-b may not be read by you\.\nNothing found in 1 log\.\n/)
  })

  it('says that a damaged or a newer index is of no use, and makes it anew', async () => {
    const names = writeSessions(3, 1)
    await bench.run(SEARCH)
    const manifest = join(bench.cache, 'search', 'manifest.json')
    const good = readFileSync(manifest, 'utf8')
    for (const [bad, words] of [
      [good.slice(0, -9), 'The search index was damaged;'],
      [good.replace(/\d+/, '999'), 'The search index is of another version of antiphon;'],
    ] as const) {
      writeFileSync(manifest, bad)
      const ran = await bench.run(SEARCH)
      expect({ code: ran.code, sessions: sessionsOf(ran) }).toEqual({ code: 0, sessions: names })
      expect(ran.stderr).toContain(words)
      expect((await bench.run(SEARCH)).stderr).toBe('')
    }
  })

  it.for([
    ['little', 50],
    ['much', 100_000],
  ] as const)('finds all of %s on a full disk, and says why it stays slow', async ([, padding], context) => {
    const names = writeSessions(20, padding)
    const wasFull = await withFullDisk(bench.cache, async () => {
      const ran = await bench.run(SEARCH)
      expect({ code: ran.code, sessions: sessionsOf(ran) }).toEqual({ code: 0, sessions: names })
      expect(ran.stderr).toContain(
        'The search index could not be written (the disk is full); searches read the logs instead.',
      )
    })
    if (!wasFull) context.skip('no small disk can be mounted here')
  })

  it('finds the same in several processes at once, and while logs are replaced', async () => {
    const names = writeSessions(10, 5000)
    const path = join(bench.root, 'projects', '-a', 'aaaaaaaa-0.jsonl')
    const next = join(bench.home, 'next')
    let isOver = false
    const writer = (async () => {
      for (let turn = 0; !isOver; turn++) {
        writeFileSync(next, toText(sessionOf('aaaaaaaa-0', 1, 20_000 * (turn % 3))))
        renameSync(next, path)
        await setTimeout(5)
      }
    })()
    try {
      const ran = await Promise.all([1, 2, 3].map(() => bench.run(SEARCH)))
      // The one that is replaced is found, or not: it was there when the logs were listed, and gone when it was read.
      const others = (one: Ran): readonly string[] => sessionsOf(one).filter(name => name !== names[0])
      for (const one of ran)
        expect({ code: one.code, others: others(one) }).toEqual({ code: 0, others: names.slice(1) })
    } finally {
      isOver = true
      await writer
    }
    rmSync(path)
    expect(sessionsOf(await bench.run(SEARCH))).toEqual(names.slice(1))
  })

  it('ends at once when it is interrupted, at any time, and the next one finds all', async () => {
    const names = writeSessions(20, 100_000)
    for (const wait of [0, 80, 160, 300, 600]) {
      const { ended, interrupt } = bench.start(SEARCH)
      await setTimeout(wait)
      interrupt()
      const ran = await ended
      // Before it listens, the system itself ends it.
      expect([0, 130, null]).toContain(ran.code)
      if (ran.stdout !== '') expect(sessionsOf(ran)).toEqual(names)
      expect(ran.stderr).not.toMatch(/\bat .*:\d+:\d+|Error/)
    }
    const after = await bench.run(SEARCH)
    expect({ code: after.code, sessions: sessionsOf(after) }).toEqual({ code: 0, sessions: names })
    await waitForIndex()
  })
})
