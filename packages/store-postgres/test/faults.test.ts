import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LONG, rounds } from '../../transcript/test/process/soak.ts'
import { openPostgresStore, openStoreCare, type PostgresStore } from '../src/index.ts'
import {
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '../src/testing/start-postgres.ts'

const WRITER = fileURLToPath(new URL('./fleet-writer.ts', import.meta.url))
const WRITERS = 4
const FOLLOWERS = 2

let server: TestServer
beforeAll(async () => {
  if (!RUNS_POSTGRES) return
  server = await startPostgres()
  const care = openStoreCare({ url: server.url, env: {} })
  await care.migrate()
  await care.close()
})
afterAll(() => server?.close())

/** A process that writes, and what it was told is stored. */
type Writer = {
  readonly session: string
  readonly acknowledged: number[]
  child: ChildProcessByStdio<null, Readable, Readable>
  problem: string
}

function start(session: string): Writer {
  const writer: Writer = { session, acknowledged: [], child: launch(session, 0), problem: '' }
  hear(writer)
  return writer
}

function launch(session: string, first: number): Writer['child'] {
  const flags = ['--conditions=@antiphon/source', '--import', 'tsx']
  return spawn(process.execPath, [...flags, WRITER, server.url, session, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function hear(writer: Writer): void {
  createInterface(writer.child.stdout).on('line', line => writer.acknowledged.push(Number(line)))
  writer.child.stderr.on('data', text => {
    writer.problem += text
  })
}

/** Killed, and gone on with behind what it was told: what it was not told may be there or not. */
async function replace(writer: Writer, store: PostgresStore): Promise<void> {
  const closed = once(writer.child, 'close')
  writer.child.kill('SIGKILL')
  await closed
  // Its log is free when it was silent for two seconds.
  await sleep(2500)
  const numbers = await numbersOf(store, writer.session)
  writer.child = launch(writer.session, (numbers.at(-1) ?? -1) + 1)
  hear(writer)
}

async function numbersOf(store: PostgresStore, session: string): Promise<readonly number[]> {
  const numbers: number[] = []
  for await (const item of store.read({ project: '-faults', session }))
    if (item.kind === 'entry') numbers.push(Number(({ ...item.entry } as Record<string, unknown>).number))
  return numbers
}

describe.runIf(RUNS_POSTGRES)(`a fleet under faults${POSTGRES_NOTE}`, () => {
  it(
    'loses and doubles nothing while the server and writers are killed, and every follower sees every entry once',
    async () => {
      const store = await openPostgresStore({ url: server.url })
      const writers = Array.from({ length: WRITERS }, (_, index) => start(`writer-${index}`))
      const stop = new AbortController()
      const seen = Array.from({ length: FOLLOWERS }, () => new Map<string, number[]>())
      const following = seen.flatMap(numbers =>
        writers.map(async ({ session }) => {
          numbers.set(session, [])
          for await (const item of store.follow({ project: '-faults', session }, { signal: stop.signal }))
            if (item.kind === 'entry')
              numbers.get(session)?.push(Number(({ ...item.entry } as Record<string, unknown>).number))
        }),
      )
      const waitForMore = (): Promise<void> => {
        const before = writers.map(({ acknowledged }) => acknowledged.length)
        return vi.waitFor(
          () => {
            for (const [index, { acknowledged, problem }] of writers.entries())
              expect(acknowledged.length, problem).toBeGreaterThan((before[index] ?? 0) + 5)
          },
          { timeout: 60_000, interval: 50 },
        )
      }
      const recovered: number[] = []
      try {
        for (let round = 0; round < rounds(2, 50); round++) {
          await waitForMore()
          const [victim] = writers.slice(round % WRITERS)
          const began = performance.now()
          await server.kill()
          await sleep(Math.random() * 300)
          await server.start()
          await waitForMore()
          recovered.push(performance.now() - began)
          if (victim) await replace(victim, store)
        }
        await waitForMore()
      } finally {
        for (const { child } of writers) child.kill('SIGKILL')
      }
      await Promise.all(
        writers.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'close')),
      )
      const stored = new Map<string, readonly number[]>()
      for (const { session, acknowledged } of writers) {
        const numbers = await numbersOf(store, session)
        stored.set(session, numbers)
        // In order, none twice, none left out; and all that was acknowledged.
        expect(numbers).toEqual(numbers.map((_, index) => index))
        expect(acknowledged.filter(number => number >= numbers.length)).toEqual([])
      }
      await vi.waitFor(
        () => {
          for (const numbers of seen)
            for (const [session, all] of stored) expect(numbers.get(session)).toEqual(all)
        },
        { timeout: 20_000 },
      )
      stop.abort()
      await Promise.all(following)
      await store.close()
      const total = [...stored.values()].reduce((sum, numbers) => sum + numbers.length, 0)
      const slowest = Math.max(...recovered) / 1000
      console.log(
        `${total} entries, ${recovered.length} crashes, all writers going again after ${slowest.toFixed(1)} s at most`,
      )
    },
    LONG,
  )
})
