import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import type { FleetStore, FollowItem, SessionKey } from '../../src/index.ts'

/** Where a fleet's logs are kept, and which function of which package opens it. */
export type FleetPlace = {
  readonly url: string
  readonly library: string
  readonly opener: string
}

/** Opens it as a writer of the fleet does. */
export async function openPlace({ url, library, opener }: FleetPlace): Promise<FleetStore> {
  return (await import(library))[opener]({ url })
}

const WRITER = fileURLToPath(new URL('./fleet-writer.ts', import.meta.url))
const WRITERS = 4
const FOLLOWERS = 2

/** A process that writes, and what it was told is stored. */
type Writer = {
  readonly session: string
  readonly acknowledged: number[]
  child: ChildProcessByStdio<null, Readable, Readable>
  problem: string
}

/** Writers and followers at work, and what a test does to them. */
export type Fleet = {
  /** Waits until every writer was told of some more. */
  readonly waitForMore: () => Promise<void>
  /** How many entries all writers were told of. */
  readonly count: () => number
  /** Kills a writer and starts another that goes on behind it. */
  readonly replace: (index: number) => Promise<void>
}

function launch(place: FleetPlace, session: string, first: number, clockMs = 0): Writer['child'] {
  const flags = ['--conditions=@antiphon/source', '--import', 'tsx']
  const words = [place.url, session, String(first), String(clockMs), place.library, place.opener]
  return spawn(process.execPath, [...flags, WRITER, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function hear(writer: Writer): void {
  createInterface(writer.child.stdout).on('line', line => writer.acknowledged.push(Number(line)))
  writer.child.stderr.on('data', text => {
    writer.problem += text
  })
}

function start(place: FleetPlace, session: string, clockMs: number): Writer {
  const writer: Writer = { session, acknowledged: [], child: launch(place, session, 0, clockMs), problem: '' }
  hear(writer)
  return writer
}

const keyOf = (session: string): SessionKey => ({ project: '-faults', session })

function numberOf(item: FollowItem): number | null {
  return item.kind === 'entry' ? Number(({ ...item.entry } as Record<string, unknown>).number) : null
}

async function numbersOf(store: FleetStore, session: string): Promise<readonly number[]> {
  const numbers: number[] = []
  for await (const item of store.read(keyOf(session))) numbers.push(numberOf(item) ?? Number.NaN)
  return numbers
}

/** Runs four writers and two followers while a test does its worst, then compares what is stored, told and seen. */
export async function runFleet(
  place: FleetPlace,
  work: (fleet: Fleet) => Promise<void>,
  clocks: readonly number[] = [],
): Promise<number> {
  const store = await openPlace(place)
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    start(place, randomUUID(), clocks[index] ?? 0),
  )
  const stop = new AbortController()
  const seen = Array.from({ length: FOLLOWERS }, () => new Map<string, number[]>())
  const following = seen.flatMap(all =>
    writers.map(async ({ session }) => {
      const numbers: number[] = []
      all.set(session, numbers)
      for await (const item of store.follow(keyOf(session), { signal: stop.signal })) {
        const number = numberOf(item)
        if (number !== null) numbers.push(number)
      }
    }),
  )
  const fleet: Fleet = {
    waitForMore() {
      const before = writers.map(({ acknowledged }) => acknowledged.length)
      return vi.waitFor(
        () => {
          for (const [index, { acknowledged, problem }] of writers.entries())
            expect(acknowledged.length, problem).toBeGreaterThan((before[index] ?? 0) + 5)
        },
        { timeout: 60_000, interval: 20 },
      )
    },
    count: () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    async replace(index) {
      const writer = writers[index % WRITERS]
      if (!writer) return
      const closed = once(writer.child, 'close')
      writer.child.kill('SIGKILL')
      await closed
      // Its log is free when it was silent for two seconds.
      await vi.waitFor(
        async () => expect((await store.head(keyOf(writer.session)))?.writer ?? null).toBeNull(),
        { timeout: 60_000, interval: 100 },
      )
      // What it was not told may be there or not.
      const numbers = await numbersOf(store, writer.session)
      writer.child = launch(place, writer.session, (numbers.at(-1) ?? -1) + 1)
      hear(writer)
    },
  }
  try {
    await fleet.waitForMore()
    await work(fleet)
    await fleet.waitForMore()
  } finally {
    const closed = writers
      .filter(({ child }) => child.exitCode === null && child.signalCode === null)
      .map(({ child }) => once(child, 'close'))
    for (const { child } of writers) child.kill('SIGKILL')
    await Promise.all(closed)
  }
  let total = 0
  for (const { session, acknowledged } of writers) {
    // What was on its way to the server when they died may still arrive: it is read anew until it is what was seen.
    const numbers = await vi.waitFor(
      async () => {
        const stored = await numbersOf(store, session)
        for (const all of seen) expect(all.get(session)).toEqual(stored)
        return stored
      },
      { timeout: 60_000, interval: 100 },
    )
    total += numbers.length
    // In order, none twice, none left out; and all that was acknowledged.
    expect(numbers).toEqual(numbers.map((_, index) => index))
    expect(acknowledged.filter(number => number >= numbers.length)).toEqual([])
  }
  stop.abort()
  await Promise.all(following)
  await store.close()
  return total
}

/** How long the longest of some waits was. */
export function formatSlowest(times: readonly number[]): string {
  return `${(Math.max(...times) / 1000).toFixed(1)} s at most`
}
