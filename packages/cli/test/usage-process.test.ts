import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { answerLine, toText } from '@antiphon/search/testing/usage/usage-lines'
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

const REPORT = ['usage', '--json', '--timezone', 'UTC']

type Report = {
  readonly total: { readonly answers: number; readonly tokens: { readonly input: number } }
  readonly files: { readonly total: number; readonly read: number }
  readonly problems: readonly { readonly code: string }[]
}

function read({ stdout }: Ran): Report {
  return JSON.parse(stdout)
}

function cacheFile(): string {
  const folder = join(bench.cache, 'usage')
  return join(folder, readdirSync(folder).find(name => name.endsWith('.usage')) ?? '')
}

describe('antiphon usage in processes', () => {
  it('counts what it may read and names what it may not', async context => {
    if (!canBeStranger()) return context.skip('only root can be somebody else')
    bench.write('-a/aaaaaaaa-1.jsonl', sessionOf('a', 5))
    const closed = dirname(bench.write('-b/bbbbbbbb-1.jsonl', sessionOf('b', 7)))
    const shut = bench.write('-c/cccccccc-1.jsonl', sessionOf('c', 11))
    chmodSync(bench.home, 0o777)
    chmodSync(closed, 0)
    chmodSync(shut, 0)
    const { code, stdout, stderr } = await bench.run(REPORT, { isStranger: true })
    chmodSync(closed, 0o755)
    expect({ code, input: JSON.parse(stdout).total.tokens.input }).toEqual({ code: 0, input: 5 })
    expect(stderr).toMatch(/projects\/-b may not be read by you\.\n/)
    expect(stderr).toMatch(/cccccccc-1\.jsonl may not be read by you: it is not counted\.\n/)
    chmodSync(join(bench.root, 'projects'), 0)
    const nothing = await bench.run(['usage'], { isStranger: true })
    chmodSync(join(bench.root, 'projects'), 0o755)
    expect(nothing.stderr).toMatch(/projects may not be read by you\.\nNo answer that matches, in 0 files\./)
  })

  it('tells a number that was true, while files are replaced, vanish and come back', async () => {
    const path = bench.write('-a/aaaaaaaa-1.jsonl', sessionOf('a', 1))
    const next = join(bench.home, 'next')
    const states = [1, 100, 10_000].map((tokens, index) =>
      toText(sessionOf('a', tokens, 40_000 * (index + 1))),
    )
    bench.write('-b/bbbbbbbb-1.jsonl', sessionOf('b', 1_000_000))
    let isOver = false
    const writer = (async () => {
      for (let turn = 0; !isOver; turn++) {
        writeFileSync(next, states[turn % 3] ?? '')
        if (turn % 4 === 3) rmSync(path, { force: true })
        else renameSync(next, path)
        await setTimeout(3)
      }
    })()
    try {
      for (let run = 0; run < 4; run++) {
        const ran = await bench.run(REPORT)
        const { total, problems } = read(ran)
        expect(ran.code).toBe(0)
        const counted = total.tokens.input - 1_000_000
        expect([0, 1, 100, 10_000]).toContain(counted)
        for (const { code } of problems) expect(['ENOENT', 'changed']).toContain(code)
      }
    } finally {
      isOver = true
      await writer
    }
    writeFileSync(path, states[1] ?? '')
    expect(read(await bench.run(REPORT)).total.tokens.input).toBe(1_000_100)
  })

  it('says that a damaged or a newer cache was of no use, and makes it anew', async () => {
    bench.write('-a/aaaaaaaa-1.jsonl', sessionOf('a', 5))
    await bench.run(REPORT)
    const good = readFileSync(cacheFile(), 'latin1')
    for (const [bad, words] of [
      [good.slice(0, -5), 'The cache was damaged: every file was read again.\n'],
      [
        good.replace(/usage \d+/, 'usage 99'),
        'The cache was of another version: every file was read again.\n',
      ],
    ] as const) {
      writeFileSync(cacheFile(), bad, 'latin1')
      const ran = await bench.run(REPORT)
      expect({ code: ran.code, stderr: ran.stderr, read: read(ran).files.read }).toEqual({
        code: 0,
        stderr: words,
        read: 1,
      })
      expect(read(ran).total.tokens.input).toBe(5)
      expect((await bench.run(REPORT)).stderr).toBe('')
    }
  })

  it('tells right numbers on a full disk, and that it will take as long again', async context => {
    for (let session = 0; session < 40; session++)
      bench.write(
        `-a/aaaaaaaa-${session}.jsonl`,
        Array.from({ length: 20 }, (_, turn) => answerLine({ id: `m${session}-${turn}` })),
      )
    const wasFull = await withFullDisk(bench.cache, async () => {
      const ran = await bench.run(REPORT)
      expect(ran.stderr).toBe('The cache could not be written: the next report takes as long as this one.\n')
      expect({ code: ran.code, answers: read(ran).total.answers }).toEqual({ code: 0, answers: 800 })
      expect(readdirSync(join(bench.cache, 'usage'))).toEqual([])
    })
    if (!wasFull) context.skip('no small disk can be mounted here')
  })

  it('gives several processes at once the same numbers, and the next one need not read', async () => {
    for (let session = 0; session < 12; session++)
      bench.write(`-a/aaaaaaaa-${session}.jsonl`, sessionOf(`m${session}`, 3, 20_000))
    const ran = await Promise.all([1, 2, 3].map(() => bench.run(REPORT)))
    expect(ran.map(one => [one.code, read(one).total.tokens.input])).toEqual([
      [0, 36],
      [0, 36],
      [0, 36],
    ])
    expect(read(await bench.run(REPORT))).toMatchObject({
      total: { tokens: { input: 36 } },
      files: { read: 0 },
    })
    expect(readdirSync(join(bench.cache, 'usage'))).toHaveLength(1)
  })

  it('ends at once when it is interrupted, at any time, and the next one is right', async () => {
    for (let session = 0; session < 30; session++)
      bench.write(`-a/aaaaaaaa-${session}.jsonl`, sessionOf(`m${session}`, 3, 120_000))
    for (const wait of [0, 60, 120, 180, 240, 400]) {
      const { ended, interrupt } = bench.start(REPORT)
      await setTimeout(wait)
      interrupt()
      const ran = await ended
      // Before it listens, the system itself ends it.
      expect([0, 130, null]).toContain(ran.code)
      expect(ran.stderr.replaceAll(/Counting[^\n]*/g, '')).toBe('')
      // The interrupt may come when the report is out and the process not yet over.
      if (ran.code === 0 || ran.stdout !== '') expect(read(ran).total.tokens.input).toBe(90)
    }
    const after = await bench.run(REPORT)
    expect({ code: after.code, stderr: after.stderr, input: read(after).total.tokens.input }).toEqual({
      code: 0,
      stderr: '',
      input: 90,
    })
  })
})
