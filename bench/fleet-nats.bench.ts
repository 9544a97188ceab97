// What the store on NATS JetStream costs above the raw client on three servers that sync, beside PostgreSQL on one.
import { setMaxListeners } from 'node:events'
import { openNatsStore, openStoreCare } from '@antiphon/store-nats'
import { NATS_NOTE, RUNS_NATS } from '@antiphon/store-nats/testing/find-nats'
import { fillLogs, openRawPublisher } from '@antiphon/store-nats/testing/raw-publisher'
import { startCluster, startNats } from '@antiphon/store-nats/testing/start-nats'
import { openStoreCare as openPostgresCare, openPostgresStore } from '@antiphon/store-postgres'
import { RUNS_POSTGRES, startPostgres } from '@antiphon/store-postgres/testing/start-postgres'
import { type FleetStore, resumeSession } from '@antiphon/transcript'
import { median, printRow } from './bench-row.ts'
import {
  describeMeasured,
  describeTimes,
  ENTRY,
  keyOf,
  LINE,
  type Measured,
  measure,
  NOTHING,
  pause,
  percentile,
  time,
} from './fleet-measure.ts'

const SESSIONS: readonly (readonly [sessions: number, entries: number])[] = [
  [16, 1600],
  [64, 3200],
  [256, 5120],
]
const ROUNDS = 4
const LOGS = 100_000

if (!RUNS_NATS) {
  printRow({ name: `fleet-nats: not run${NATS_NOTE}`, value: '–', target: '', pass: true })
  process.exit(0)
}
await compareServers()
await measureManyLogs()

async function compareServers(): Promise<void> {
  const cluster = await startCluster()
  const care = openStoreCare({ url: cluster.url, env: {} })
  await again(() => care.migrate())
  await care.close()
  const store = await openNatsStore({ url: cluster.url })
  const raw = await openRawPublisher(cluster.url)
  const postgres = RUNS_POSTGRES ? await openPostgres() : null
  try {
    await compareOne(store, raw.publish, 300)
    for (const [sessions, entries] of SESSIONS)
      await compareAppends({ store, raw: raw.publish, postgres: postgres?.store ?? null, sessions, entries })
    await measureFollowers(store, await openNatsStore({ url: cluster.url }), 100, 40)
  } finally {
    await raw.close()
    await store.close()
    await cluster.close()
    await postgres?.close()
  }
}

/** Servers find each other some moments after they have started. */
async function again(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await work()
      return
    } catch (error) {
      if (tries === 60) throw error
      await pause(500)
    }
}

async function openPostgres(): Promise<{ readonly store: FleetStore; readonly close: () => Promise<void> }> {
  const server = await startPostgres()
  const care = openPostgresCare({ url: server.url, env: {} })
  await care.migrate()
  await care.close()
  const store = await openPostgresStore({ url: server.url })
  return {
    store,
    async close() {
      await store.close()
      await server.close()
    },
  }
}

/** In turns, entry by entry: a shared machine is not equally busy all the time. */
async function compareOne(store: FleetStore, raw: Compared['raw'], entries: number): Promise<void> {
  const times = { raw: [] as number[], ours: [] as number[] }
  await store.append(keyOf('one'), [ENTRY])
  for (let entry = 0; entry < entries; entry++) {
    times.raw.push(await time(() => raw('one', LINE)))
    times.ours.push(await time(() => store.append(keyOf('one'), [ENTRY])))
  }
  const ratio = median(times.raw) / median(times.ours)
  printRow({
    name: "fleet-nats: a durable append of one session, three servers, against the raw client's publish, p50",
    value: `${ratio.toFixed(2)} × as fast (${describeTimes(times.ours)}; raw ${describeTimes(times.raw)})`,
    target: '≥ 0.8 ×',
    pass: ratio >= 0.8,
  })
}

type Compared = {
  readonly store: FleetStore
  readonly raw: (log: string, line: Uint8Array) => Promise<unknown>
  readonly postgres: FleetStore | null
  readonly sessions: number
  readonly entries: number
}

/** In turns: a shared machine is not equally busy all the time. The sessions are begun before. */
async function compareAppends({ store, raw, postgres, sessions, entries }: Compared): Promise<void> {
  const ratios: number[] = []
  let [ours, theirs, tables]: [Measured, Measured, Measured] = [NOTHING, NOTHING, NOTHING]
  const key = (session: number) => keyOf(`append-${sessions}-${session}`)
  const all = Array.from({ length: sessions }, (_, session) => session)
  for (const other of postgres ? [store, postgres] : [store])
    await Promise.all(all.map(session => other.append(key(session), [ENTRY])))
  await Promise.all(all.map(session => raw(`${sessions}-${session}`, LINE)))
  for (let round = 0; round < ROUNDS; round++) {
    theirs = await measure(sessions, entries, session => raw(`${sessions}-${session}`, LINE))
    ours = await measure(sessions, entries, session => store.append(key(session), [ENTRY]))
    if (postgres) tables = await measure(sessions, entries, session => postgres.append(key(session), [ENTRY]))
    // The first round warms up.
    if (round > 0) ratios.push(ours.rate / theirs.rate)
  }
  const ratio = median(ratios)
  printRow({
    name: `fleet-nats: durable appends, ${sessions} sessions, three servers, against the raw client's publish`,
    value: `${ratio.toFixed(2)} × (${describeMeasured(ours)}; raw ${describeMeasured(theirs)}; PostgreSQL on one server ${describeMeasured(tables)})`,
    target: '≥ 0.8 ×',
    pass: ratio >= 0.8,
  })
}

async function measureFollowers(
  store: FleetStore,
  reader: FleetStore,
  followers: number,
  entries: number,
): Promise<void> {
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const key = keyOf('followed')
  await store.append(key, [ENTRY])
  const said = new Map<number, number>()
  const delays: number[] = []
  const all = Array.from({ length: followers }, async () => {
    // Who is told before the writer is has waited for nothing.
    for await (const item of reader.follow(key, { from: 1, signal: stop.signal }))
      if (item.kind === 'entry')
        delays.push(Math.max(0, performance.now() - (said.get(item.seq) ?? Number.POSITIVE_INFINITY)))
  })
  await pause(1000)
  for (let seq = 1; seq <= entries; seq++) {
    await store.append(key, [ENTRY])
    said.set(seq, performance.now())
    await pause(20)
  }
  await pause(2500)
  stop.abort()
  await Promise.all(all)
  await reader.close()
  const p99 = percentile(delays, 0.99)
  printRow({
    name: `fleet-nats: from the acknowledgement to ${followers} followers of another process's connection, p99`,
    value: `${p99} ms (p50 ${percentile(delays, 0.5)} ms, ${delays.length} of ${followers * entries} seen)`,
    target: '≤ 250 ms, all seen',
    pass: p99 <= 250 && delays.length === followers * entries,
  })
}

/** On one server that does not sync while it is filled: what is measured is what it holds. */
async function measureManyLogs(): Promise<void> {
  const server = await startNats({ isSynced: false })
  const url = `${server.url}/many`
  const care = openStoreCare({ url, env: {} })
  try {
    await care.migrate()
    const before = await readMemory(server.monitor)
    await fillLogs(url, LOGS, LINE)
    const store = await openNatsStore({ url })
    const after = await readMemory(server.monitor)
    const lists: number[] = []
    const processor: number[] = []
    for (let round = 0; round < 5; round++) {
      const before = process.cpuUsage()
      lists.push(await time(() => countLogs(store)))
      const { user, system } = process.cpuUsage(before)
      processor.push((user + system) / 1000)
    }
    const count = await countLogs(store)
    const key = keyOf('log-77777', '-many')
    const resumes: number[] = []
    for (let round = 0; round < 20; round++) resumes.push(await time(() => resumeSession(store, key)))
    const changes: number[] = []
    let at = await store.clock()
    for (let round = 0; round < 20; round++)
      changes.push(
        await time(async () => {
          at = (await store.listChanged(at)).at
        }),
      )
    const ms = median(lists)
    printRow({
      name: `fleet-nats: listing ${LOGS} logs of one stream`,
      value: `${ms.toFixed(0)} ms for ${count}, ${median(processor).toFixed(0)} ms of our processor's time (the server's memory ${Math.round(before / 1e6)} MB before, ${Math.round(after / 1e6)} MB with them; resume of one ${describeTimes(resumes)}; what changed ${describeTimes(changes)})`,
      target: '≤ 20 µs a log, all of them',
      pass: ms <= LOGS * 0.02 && count === LOGS,
    })
    await store.close()
  } finally {
    await care.close()
    await server.close()
  }
}

async function countLogs(store: FleetStore): Promise<number> {
  let count = 0
  for await (const _ of store.list()) count++
  return count
}

async function readMemory(monitor: string): Promise<number> {
  const { mem } = (await (await fetch(`${monitor}/varz`)).json()) as { readonly mem: number }
  return mem
}
