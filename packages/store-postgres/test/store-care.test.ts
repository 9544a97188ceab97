import { randomUUID } from 'node:crypto'
import type { FleetCare } from '@antiphon/transcript'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Connections, createConnections } from '../src/connection/connections.ts'
import { listServers } from '../src/connection/server-address.ts'
import { openPostgresStore, openStoreCare } from '../src/index.ts'
import { toLogName } from '../src/log/log-name.ts'
import { MIGRATIONS } from '../src/schema/migrations.ts'
import {
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '../src/testing/start-postgres.ts'

let server: TestServer
let care: FleetCare
let connections: Connections
const run = (text: string, ...values: readonly unknown[]) => connections.run({ text, values })

beforeAll(async () => {
  if (!RUNS_POSTGRES) return
  server = await startPostgres({ fsync: 'off' })
  care = openStoreCare({ url: server.url, env: {} })
  connections = createConnections({ servers: listServers(server.url, {}) })
})
afterAll(async () => {
  await care?.close()
  await connections?.close()
  await server?.close()
})
beforeEach(async () => {
  if (RUNS_POSTGRES) await care.migrate()
})

const keyOf = (session: string) => ({ project: '-work', session })

async function fill(...sessions: readonly string[]): Promise<void> {
  const store = await openPostgresStore({ url: server.url })
  for (const session of sessions)
    await store.append(keyOf(session), [
      { type: 'user', session },
      { type: 'user', session },
    ])
  await store.close()
}

describe.runIf(RUNS_POSTGRES)(`the care of a store${POSTGRES_NOTE}`, () => {
  it('tells what the server is, and which promises its settings weaken', async () => {
    await fill('one')
    const status = await care.status()
    expect(status.weaknesses).toEqual([
      expect.stringContaining('fsync is off'),
      expect.stringContaining('on one machine'),
    ])
    expect(status).toMatchObject({ tables: MIGRATIONS.length, newest: MIGRATIONS.length })
    expect(status.size).toMatchObject({ sessions: 1, logs: 1, entries: 2, writers: 0, forks: 0 })
    expect(status.partitions).toHaveLength(2)
    const store = await openPostgresStore({ url: server.url })
    expect(store.weaknesses).toEqual(status.weaknesses)
    await store.close()
  })

  it('migrates once, whoever asks at the same time, beside a writer', async () => {
    const store = await openPostgresStore({ url: server.url })
    const others = Array.from({ length: 4 }, () => openStoreCare({ url: server.url, env: {} }))
    const [appended, ...moved] = await Promise.all([
      store.append(keyOf('beside'), [{ type: 'user' }]),
      ...others.map(other => other.migrate()),
    ])
    expect(appended).toMatchObject({ status: 'appended' })
    expect(new Set(moved.map(({ to }) => to))).toEqual(new Set([MIGRATIONS.length]))
    await Promise.all([store.close(), ...others.map(other => other.close())])
  })

  it('says who wrote a log only where they said so: those of the version before go on beside it', async () => {
    await run('DROP SCHEMA antiphon CASCADE; CREATE SCHEMA antiphon')
    await run(
      `SET search_path TO antiphon; ${MIGRATIONS[0]}; CREATE TABLE version (version int NOT NULL); INSERT INTO version VALUES (1)`,
    )
    await expect(openPostgresStore({ url: server.url })).rejects.toThrow('antiphon store migrate')
    expect(await care.migrate()).toEqual({ from: 1, to: MIGRATIONS.length })
    // As a writer of the first version does.
    await run(`INSERT INTO antiphon.logs (name, project, session, subpath, life, born, ends, bytes, epoch, modified_at)
      VALUES ('${toLogName(keyOf('before'))}', '-work', 'before', '', gen_random_uuid(), now()::date, 0, 0, 1, now())`)
    const store = await openPostgresStore({ url: server.url, writer: { person: 'ana', host: 'one' } })
    expect(await store.head(keyOf('before'))).toMatchObject({ person: null, host: null, heldSince: null })
    await store.takeOver(keyOf('before'))
    expect(await store.head(keyOf('before'))).toMatchObject({ person: 'ana', host: 'one' })
    await store.append(keyOf('before'), [{ type: 'user' }])
    await store.fork(keyOf('before'), { session: 'copy' })
    expect(await store.head(keyOf('copy'))).toMatchObject({ person: 'ana', host: 'one', writer: null })
    await store.close()
    await run('TRUNCATE antiphon.logs, antiphon.entries')
  })

  it('refuses tables that are newer than the program', async () => {
    await run('UPDATE antiphon.version SET version = 99')
    try {
      await expect(openPostgresStore({ url: server.url })).rejects.toThrow('Install a newer Antiphon')
      await expect(care.migrate()).rejects.toThrow('Install a newer Antiphon')
    } finally {
      await run('UPDATE antiphon.version SET version = $1', MIGRATIONS.length)
    }
  })

  it('finds logs whose entries are not what their head says', async () => {
    await fill('whole', 'short', 'cut')
    await run(
      `DELETE FROM antiphon.entries USING antiphon.logs WHERE logs.name = entries.name AND session = 'short' AND seq = 0`,
    )
    await run(
      `UPDATE antiphon.entries SET line = 'x' FROM antiphon.logs WHERE logs.name = entries.name AND session = 'cut' AND seq = 1`,
    )
    const problems: string[] = []
    let checked = 0
    for await (const { problem } of care.check(logs => {
      checked = logs
    }))
      problems.push(problem)
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/cut: has \d+ bytes/),
      expect.stringContaining('short: has 1 entries, and its head says 2'),
    ])
    expect(checked).toBeGreaterThanOrEqual(3)
    await run('TRUNCATE antiphon.logs, antiphon.entries')
  })

  it('drops a month of which nothing is young, deletes from others, and keeps what is written', async () => {
    await fill('old', 'older', 'young', 'held')
    await run(`
      CREATE TABLE antiphon.entries_2020_01 PARTITION OF antiphon.entries FOR VALUES FROM ('2020-01-01') TO ('2020-02-01')`)
    await run(`UPDATE antiphon.entries SET born = '2020-01-05' FROM antiphon.logs
      WHERE logs.name = entries.name AND session IN ('old', 'older')`)
    await run(
      `UPDATE antiphon.logs SET born = '2020-01-05', modified_at = '2020-01-06' WHERE session IN ('old', 'older')`,
    )
    const store = await openPostgresStore({ url: server.url })
    await store.append(keyOf('held'), [{ type: 'user' }])
    await run(`UPDATE antiphon.logs SET modified_at = '2020-03-01' WHERE session = 'held'`)
    await run(`INSERT INTO antiphon.writers VALUES ($1, 'gone', '2020-01-01')`, randomUUID())
    const expected = { sessions: 2, logs: 2, partitions: ['entries_2020_01'] }
    expect(await care.prune({ days: 90, isDry: true })).toMatchObject(expected)
    expect(await store.end(keyOf('old'))).toBe(2)
    expect(await care.prune({ days: 90 })).toMatchObject(expected)
    expect(await store.end(keyOf('old'))).toBeNull()
    expect(await store.end(keyOf('young'))).toBe(2)
    expect(await store.end(keyOf('held'))).toBe(3)
    expect(await run(`SELECT to_regclass('antiphon.entries_2020_01')`)).toEqual([[null]])
    expect(await run(`SELECT count(*)::int FROM antiphon.writers WHERE words = 'gone'`)).toEqual([[0]])
    await store.close()
    expect(await care.prune({ days: 90 })).toMatchObject({ sessions: 1, partitions: [] })
    for await (const { problem } of care.check()) throw new Error(problem)
  })
})
