// What the store of a fleet costs above the raw client, in the same run on the same server, with 2 KB entries.
import { setMaxListeners } from 'node:events'
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { syncRoots } from '@antiphon/host'
import { openPostgresStore, openStoreCare } from '@antiphon/store-postgres'
import { startPostgres } from '@antiphon/store-postgres/testing/start-postgres'
import { createFileStore, type FleetStore, resumeSession, toLogPath } from '@antiphon/transcript'
import { Pool } from 'pg'
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
import { writeLog } from './generated-log.ts'

const MB = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'antiphon-fleet-bench-'))
const server = await startPostgres()
const care = openStoreCare({ url: server.url, env: {} })
await care.migrate()
await care.close()
const store = await openPostgresStore({ url: server.url })
const pool = await openPool()
try {
  await compareOne(600)
  await compareAppends(64, 4000)
  await measureFollowers(100, 60)
  await compareResume()
  await measureList(10_000)
} finally {
  await pool.end()
  await store.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

/** As many connections as the store may open, on a table of the same shape. */
async function openPool(): Promise<Pool> {
  const opened = new Pool({ connectionString: server.url, max: 4 })
  await opened.query(
    'CREATE TABLE raw (name text NOT NULL, seq bigint NOT NULL, line bytea NOT NULL, PRIMARY KEY (name, seq))',
  )
  return opened
}

/** In turns, entry by entry: a shared machine is not equally busy all the time. */
async function compareOne(entries: number): Promise<void> {
  const times = { raw: [] as number[], ours: [] as number[] }
  await store.append(keyOf('one'), [ENTRY])
  for (let seq = 0; seq < entries; seq++) {
    times.raw.push(await time(() => pool.query('INSERT INTO raw VALUES ($1, $2, $3)', ['one', seq, LINE])))
    times.ours.push(await time(() => store.append(keyOf('one'), [ENTRY])))
  }
  const ratio = median(times.raw) / median(times.ours)
  printRow({
    name: 'fleet: a durable append of one session against INSERT by the raw client, p50',
    value: `${ratio.toFixed(2)} × as fast (${describeTimes(times.ours)}; raw ${describeTimes(times.raw)})`,
    target: '≥ 0.8 ×',
    pass: ratio >= 0.8,
  })
}

async function compareAppends(sessions: number, entries: number): Promise<void> {
  const ratios: number[] = []
  let [ours, raw]: [Measured, Measured] = [NOTHING, NOTHING]
  for (let round = 0; round < 6; round++) {
    raw = await measure(sessions, entries, (session, seq) =>
      pool.query('INSERT INTO raw VALUES ($1, $2, $3)', [`${sessions}-${round}-${session}`, seq, LINE]),
    )
    ours = await measure(sessions, entries, session =>
      store.append(keyOf(`append-${sessions}-${round}-${session}`), [ENTRY]),
    )
    // The first round warms up.
    if (round > 0) ratios.push(ours.rate / raw.rate)
  }
  const ratio = median(ratios)
  printRow({
    name: `fleet: durable appends a second, ${sessions} sessions, against INSERT by the raw client`,
    value: `${ratio.toFixed(2)} × (last round: ${describeMeasured(ours)}; raw ${describeMeasured(raw)})`,
    target: '≥ 0.8 ×',
    pass: ratio >= 0.8,
  })
}

async function measureFollowers(followers: number, entries: number): Promise<void> {
  const reader = await openPostgresStore({ url: server.url })
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const key = keyOf('followed')
  await store.append(key, [ENTRY])
  const said = new Map<number, number>()
  const delays: number[] = []
  const all = Array.from({ length: followers }, async () => {
    for await (const item of reader.follow(key, { from: 1, signal: stop.signal }))
      if (item.kind === 'entry') delays.push(performance.now() - (said.get(item.seq) ?? Number.NaN))
  })
  await pause(500)
  for (let seq = 1; seq <= entries; seq++) {
    await store.append(key, [ENTRY])
    said.set(seq, performance.now())
    await pause(20)
  }
  await pause(1000)
  stop.abort()
  await Promise.all(all)
  await reader.close()
  const p99 = percentile(delays, 0.99)
  printRow({
    name: `fleet: from the acknowledgement to ${followers} followers of another process's connection, p99`,
    value: `${p99} ms (p50 ${percentile(delays, 0.5)} ms, ${delays.length} of ${followers * entries} seen)`,
    target: '≤ 250 ms, all seen',
    pass: p99 <= 250 && delays.length === followers * entries,
  })
}

/** The same bytes as a file and in the store, put there by `sync`. */
async function compareResume(): Promise<void> {
  const key = { project: '-bench', session: 'long' }
  const path = toLogPath(folder, key)
  mkdirSync(dirname(path), { recursive: true })
  writeLog(path, { bytes: 220 * MB, liveBytes: 0.4 * MB, windowBytes: 0.8 * MB })
  const { size } = statSync(path)
  const memory = watchMemory()
  const start = performance.now()
  await syncRoots(store, { roots: [folder] })
  const seconds = (performance.now() - start) / 1000
  const peak = memory.stop()
  const rate = size / MB / seconds
  const inserted = await measureInserts(size)
  const copied = await measureCopy(size)
  printRow({
    name: 'fleet: sync of one log against the same bytes in INSERTs of 1 MB by the raw client',
    value: `${(rate / inserted).toFixed(2)} × (${rate.toFixed(1)} MB/s, raw ${inserted.toFixed(1)} MB/s; COPY of a file by the server itself ${copied.toFixed(1)} MB/s)`,
    target: '≥ 0.5 ×',
    pass: rate / inserted >= 0.5,
  })
  printRow({
    name: `fleet: memory that a sync of ${Math.round(size / MB)} MB adds at its peak`,
    value: `${Math.round(peak / MB)} MB`,
    target: '≤ 128 MB, whatever the size',
    pass: peak <= 128 * MB,
  })
  const times = { file: [] as number[], store: [] as number[] }
  for (let round = 0; round < 9; round++) {
    times.file.push(await time(() => resumeSession(createFileStore({ root: folder }), key)))
    times.store.push(await time(() => resumeSession(store, key)))
  }
  const [file, ours] = [median(times.file), median(times.store)]
  printRow({
    name: `fleet: resume of ${await store.end(key)} entries against the file store`,
    value: `${(ours / file).toFixed(2)} × (${ours.toFixed(1)} ms, file ${file.toFixed(1)} ms)`,
    target: '≤ 2 ×',
    pass: ours / file <= 2,
  })
}

/** The resident memory of this process above what it is now; the heap is cleaned first. */
function watchMemory(): { readonly stop: () => number } {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most - before
    },
  }
}

/** The fastest way in that there is: no client, no network, one transaction. */
async function measureCopy(bytes: number): Promise<number> {
  const path = join(folder, 'copy.txt')
  const file = openSync(path, 'w')
  const hex = `\\\\x${LINE.toString('hex')}`
  const count = Math.ceil(bytes / LINE.length)
  for (let seq = 0; seq < count; seq += 1000)
    writeSync(
      file,
      Array.from({ length: Math.min(1000, count - seq) }, (_, at) => `file\t${seq + at}\t${hex}\n`).join(''),
    )
  closeSync(file)
  // The server runs as somebody else where this runs as root.
  chmodSync(folder, 0o755)
  chmodSync(path, 0o644)
  const seconds = (await time(() => pool.query(`COPY raw FROM '${path}'`))) / 1000
  rmSync(path)
  return (count * LINE.length) / MB / seconds
}

async function measureInserts(bytes: number): Promise<number> {
  const batch = 500
  const lines = Array.from({ length: batch }, () => LINE)
  const start = performance.now()
  let sent = 0
  for (let seq = 0; sent < bytes; seq += batch) {
    await pool.query(
      'INSERT INTO raw SELECT $1, $2::bigint + number, line FROM unnest($3::bytea[]) WITH ORDINALITY AS line (line, number)',
      ['copy', seq, lines],
    )
    sent += batch * LINE.length
  }
  return sent / MB / ((performance.now() - start) / 1000)
}

async function measureList(sessions: number): Promise<void> {
  const keys = Array.from({ length: sessions }, (_, index) => keyOf(`listed-${index}`, '-listed'))
  for (let index = 0; index < sessions; index += 500)
    await Promise.all(keys.slice(index, index + 500).map(key => store.append(key, [ENTRY])))
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push(await time(() => countLogs(store)))
  const ms = median(times)
  printRow({
    name: `fleet: listing ${sessions} sessions`,
    value: `${ms.toFixed(0)} ms`,
    target: '≤ 200 ms',
    pass: ms <= 200,
  })
}

async function countLogs(from: FleetStore): Promise<number> {
  let count = 0
  for await (const { key } of from.list({ project: '-listed' })) if (key.subpath === undefined) count++
  return count
}
