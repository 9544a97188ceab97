import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { encodeEntry } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeFailure } from '../api/describe-failure.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { startJobProcess } from './start-job-process.ts'
import { createWorkers, type Workers, type WorkersOptions } from './workers.ts'

/** Answers with its own number; some questions take until it is stopped, or are too much for it. */
const PROGRAM = `
process.on('disconnect', () => process.exit())
process.on('message', ({ kind, job: { question } = {} }) => {
  if (kind === 'stop') process.send({ kind: 'failed', message: 'stopped', rss: 0 })
  if (kind !== 'run' || question === 'wait') return
  if (question === 'loop') for (;;);
  if (question === 'end') process.exit(0)
  if (question === 'grow') for (const all = [];;) all.push(new Array(1000).fill(Math.random()))
  if (question === 'leap') for (const all = [];;) all.push(JSON.parse('"' + 'x\\u4e00'.repeat(4e6) + all.length + '"'))
  setTimeout(() => process.send({ kind: 'done', answer: process.pid, rss: question === 'swell' ? 2 ** 30 : 0 }), 20)
})`

let folder: string
const open: Workers[] = []
let alive = 0
let started = 0

function create(options: Pick<WorkersOptions, 'most' | 'start' | 'restMs'>): Workers {
  const workers = createWorkers({ start: startFake, roots: [], cacheFolder: null, ...options })
  open.push(workers)
  return workers
}

function startFake(): ChildProcess {
  const program = join(folder, 'fake.cjs')
  writeFileSync(program, PROGRAM)
  const child = fork(program, [], { execArgv: ['--max-old-space-size=32'], stdio: 'ignore', silent: true })
  started++
  alive++
  child.on('exit', () => alive--)
  return child
}

/** The fake takes any question. */
function ask(workers: Workers, question: string, signal = new AbortController().signal): Promise<unknown> {
  return workers.run('report', question as never, { signal })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-workers-'))
  alive = 0
  started = 0
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(workers => workers.close()))
  rmSync(folder, { recursive: true })
})

describe('workers beside the server', () => {
  it('are started when there is work, at most so many, and used again', async () => {
    const workers = create({ most: 2 })
    expect(started).toBe(0)
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(workers, 'who')))
    expect(started).toBe(2)
    expect(new Set(answers).size).toBe(2)
    // One after the other, one is enough.
    const [one, ...others] = [await ask(workers, 'who'), await ask(workers, 'who'), await ask(workers, 'who')]
    expect(others).toEqual([one, one])
  })

  it('end once they have had no work for a while', async () => {
    const workers = create({ most: 1, restMs: 30 })
    await ask(workers, 'who')
    expect(alive).toBe(1)
    await expect.poll(() => alive).toBe(0)
    await ask(workers, 'who')
    expect(started).toBe(2)
  })

  it('end when they are done where they became large', async () => {
    const workers = create({ most: 1 })
    const large = await ask(workers, 'swell')
    await expect.poll(() => alive).toBe(0)
    expect(await ask(workers, 'who')).not.toBe(large)
    expect({ started, alive }).toEqual({ started: 2, alive: 1 })
  })

  it.each([
    { does: 'stop', question: 'wait', ends: 0 },
    { does: 'are ended where they hear nothing', question: 'loop', ends: 1 },
  ])('$does when nobody wants the answer any more', async ({ question, ends }) => {
    const workers = create({ most: 1 })
    const nobody = new AbortController()
    const asked = ask(workers, question, nobody.signal)
    const next = ask(workers, 'who')
    await setTimeout(100)
    nobody.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    expect(await next).toEqual(expect.any(Number))
    expect({ started, alive }).toEqual({ started: 1 + ends, alive: 1 })
  })

  it.each(['grow', 'leap'])('cost one question where they take too much memory (%s)', async question => {
    const workers = create({ most: 1 })
    const failed = await ask(workers, question).catch((error: unknown) => error)
    expect(describeFailure(failed)).toMatch(/needs more memory than the page may take/)
    expect(await ask(workers, 'who')).toEqual(expect.any(Number))
  })

  it('cost one question where they end by themselves', async () => {
    const workers = create({ most: 1 })
    await expect(ask(workers, 'end')).rejects.toThrow('the process ended')
    expect(await ask(workers, 'who')).toEqual(expect.any(Number))
  })

  it('let those who work stop when the server ends, and end', async () => {
    const workers = create({ most: 2 })
    await ask(workers, 'who')
    const all = Promise.allSettled(['loop', 'wait', 'who'].map(question => ask(workers, question)))
    await setTimeout(200)
    await workers.close()
    const reasons = (await all).map(one => (one.status === 'rejected' ? one.reason.message : 'answered'))
    expect(reasons).toEqual(['the process ended', 'stopped', 'the server ends'])
    expect(alive).toBe(0)
  })

  it('do without a process where none can be had', async () => {
    const workers = create({ most: 1, start: () => fork(folder, [], { execPath: join(folder, 'no-node') }) })
    const { signal } = new AbortController()
    expect(await workers.run('judge', join(folder, 'none'), { signal })).toMatchObject({
      problem: 'unreadable',
    })
  })
})

describe('a worker of the server', () => {
  it('finds the same as the server itself, tells how far it is, and what went wrong', async () => {
    const path = join(folder, 's.jsonl')
    const key = { project: '-a', session: 's' }
    const log: FoundLog = { root: folder, key, path }
    const message = { role: 'user', content: 'Light the lamp.' }
    writeFileSync(
      path,
      `${encodeEntry({ type: 'user', uuid: 'u1', parentUuid: null, message } as never)}{"cut`,
    )
    const there = create({ most: 1, start: startJobProcess })
    const here = create({ most: 0 })
    const { signal } = new AbortController()
    const heard = { there: [] as number[], here: [] as number[] }
    for (const [name, workers] of [['there', there] as const, ['here', here] as const]) {
      const onProgress = (...told: readonly number[]): void => void heard[name].push(...told)
      expect(await workers.run('judge', path, { signal })).toMatchObject({ verdict: 'repairable' })
      expect(JSON.parse(await workers.run('report', log, { signal }))).toMatchObject({
        verdict: 'repairable',
      })
      expect(await workers.run('context', log, { signal, onProgress })).toMatchObject({ answers: 0 })
      const gone = { ...log, path: join(folder, 'gone') }
      await expect(workers.run('report', gone, { signal })).rejects.toMatchObject({ code: 'ENOENT' })
    }
    const { size } = statSync(path)
    expect(heard).toEqual({ there: [size, size], here: [size, size] })
  })
})
