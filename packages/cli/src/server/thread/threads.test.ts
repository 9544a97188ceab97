import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { encodeEntry } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeFailure } from '../api/describe-failure.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { startWorkThread } from './open-thread.ts'
import { createThreads, type Threads, type ThreadsOptions } from './threads.ts'

/** Answers with its own number; some questions take until it is stopped, or are too much for it. */
const PROGRAM = `
const { parentPort, threadId } = require('node:worker_threads')
parentPort.on('message', ({ kind, question }) => {
  if (kind === 'stop') parentPort.postMessage({ kind: 'failed', message: 'stopped' })
  if (kind === 'stop' || question === 'wait') return
  if (question === 'loop') for (;;);
  if (question === 'end') process.exit(0)
  if (question === 'grow') for (const all = [];;) all.push(new Array(1000).fill(Math.random()))
  setTimeout(() => parentPort.postMessage({ kind: 'done', answer: threadId }), 20)
})`

const open: Threads[] = []
let alive = 0
let started = 0

function create(options: Pick<ThreadsOptions, 'most' | 'start' | 'restMs'>): Threads {
  const threads = createThreads({ start: startFake, roots: [], cacheFolder: null, ...options })
  open.push(threads)
  return threads
}

function startFake(): Worker {
  const worker = new Worker(PROGRAM, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } })
  started++
  alive++
  worker.on('exit', () => alive--)
  return worker
}

/** The fake takes any question. */
function ask(threads: Threads, question: string, signal = new AbortController().signal): Promise<unknown> {
  return threads.run('judge', question, { signal })
}

beforeEach(() => {
  alive = 0
  started = 0
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(threads => threads.close()))
})

describe('threads beside the server', () => {
  it('are started when there is work, at most so many, and used again', async () => {
    const threads = create({ most: 2 })
    expect(started).toBe(0)
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask(threads, 'who')))
    expect(started).toBe(2)
    expect(new Set(answers).size).toBe(2)
  })

  it('end once they have had no work for a while', async () => {
    const threads = create({ most: 1, restMs: 30 })
    await ask(threads, 'who')
    expect(alive).toBe(1)
    await expect.poll(() => alive).toBe(0)
    await ask(threads, 'who')
    expect(started).toBe(2)
  })

  it.each([
    { does: 'stop', question: 'wait', ends: 0 },
    { does: 'are ended where they hear nothing', question: 'loop', ends: 1 },
  ])('$does when nobody wants the answer any more', async ({ question, ends }) => {
    const threads = create({ most: 1 })
    const nobody = new AbortController()
    const asked = ask(threads, question, nobody.signal)
    const next = ask(threads, 'who')
    await setTimeout(100)
    nobody.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    expect(await next).toEqual(expect.any(Number))
    expect({ started, alive }).toEqual({ started: 1 + ends, alive: 1 })
  })

  it('are not even started for somebody who left while waiting', async () => {
    const threads = create({ most: 1 })
    const nobody = new AbortController()
    const first = ask(threads, 'who')
    const second = ask(threads, 'loop', nobody.signal)
    nobody.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    expect(await first).toEqual(expect.any(Number))
    expect(started).toBe(1)
  })

  it('cost one question where they take too much memory, and it is told in words', async () => {
    const threads = create({ most: 1 })
    const failed = await ask(threads, 'grow').catch((error: unknown) => error)
    expect(describeFailure(failed)).toMatch(/needs more memory than the page may take/)
    expect(await ask(threads, 'who')).toEqual(expect.any(Number))
  })

  it('cost one question where they end by themselves', async () => {
    const threads = create({ most: 1 })
    await expect(ask(threads, 'end')).rejects.toThrow('the thread ended')
    expect(await ask(threads, 'who')).toEqual(expect.any(Number))
  })

  it('end with the server', async () => {
    const threads = create({ most: 2 })
    await ask(threads, 'who')
    const all = Promise.allSettled(['loop', 'loop', 'who'].map(question => ask(threads, question)))
    await setTimeout(50)
    await threads.close()
    const reasons = (await all).map(one => (one.status === 'rejected' ? one.reason.message : 'answered'))
    expect(reasons).toEqual(['the thread ended', 'the thread ended', 'the server ends'])
    expect(alive).toBe(0)
  })
})

describe('a thread of the server', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'antiphon-threads-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('finds the same as the server itself, tells how far it is, and what went wrong', async () => {
    const path = join(root, 's.jsonl')
    const key = { project: '-a', session: 's' }
    const log: FoundLog = { root, key, path }
    const message = { role: 'user', content: 'Light the lamp.' }
    writeFileSync(
      path,
      `${encodeEntry({ type: 'user', uuid: 'u1', parentUuid: null, message } as never)}{"cut`,
    )
    const there = create({ most: 1, start: startWorkThread })
    const here = create({ most: 0 })
    const { signal } = new AbortController()
    const heard = { there: [] as number[], here: [] as number[] }
    for (const [name, threads] of [['there', there] as const, ['here', here] as const]) {
      const onProgress = (...told: readonly number[]): void => void heard[name].push(...told)
      expect(await threads.run('judge', path, { signal })).toMatchObject({ verdict: 'damaged' })
      expect(JSON.parse(await threads.run('report', log, { signal }))).toMatchObject({ verdict: 'damaged' })
      expect(await threads.run('context', log, { signal, onProgress })).toMatchObject({ answers: 0 })
      const gone = { ...log, path: join(root, 'gone') }
      await expect(threads.run('report', gone, { signal })).rejects.toMatchObject({ code: 'ENOENT' })
    }
    const { size } = statSync(path)
    expect(heard).toEqual({ there: [size, size], here: [size, size] })
  })
})
