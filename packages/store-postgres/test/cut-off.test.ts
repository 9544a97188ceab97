import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatSlowest, runFleet } from '../../transcript/test/fleet/run-fleet.ts'
import { LONG, rounds } from '../../transcript/test/process/soak.ts'
import { openPostgresStore } from '../src/index.ts'
import {
  findPort,
  findUser,
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '../src/testing/start-postgres.ts'
import { openLink } from './network-link.ts'
import { migrate, toPlace } from './postgres-place.ts'

const HOUR_MS = 3_600_000
const POOLER = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  .map(folder => join(folder, 'pgbouncer'))
  .find(path => existsSync(path))
if (!POOLER) console.warn('skipped: a pooler between agents and store (needs pgbouncer)')
const MAY_MOUNT = RUNS_POSTGRES && mayMount()
if (!MAY_MOUNT) console.warn('skipped: a server whose disk is full (needs to mount a small disk)')

describe.runIf(RUNS_POSTGRES)(`a fleet that is cut off${POSTGRES_NOTE}`, () => {
  const ends: (() => Promise<unknown> | unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const begin = async (...options: Parameters<typeof startPostgres>): Promise<TestServer> => {
    const server = await startPostgres(...options)
    ends.push(() => server.close())
    return server
  }
  const urlOf = (port: number): string => `postgres://antiphon@127.0.0.1:${port}/postgres`

  it(
    'loses and doubles nothing while its network is silent or breaks off, whatever the clocks of its hosts say',
    async () => {
      const server = await begin()
      await migrate(server.url)
      const link = await openLink(server.port)
      ends.push(() => link.close())
      const recovered: number[] = []
      const clocks = [HOUR_MS, -HOUR_MS]
      const hasty = await openPostgresStore({ url: urlOf(link.port), patienceMs: 1000 })
      ends.push(() => hasty.close())
      const key = { project: '-faults', session: 'hasty' }
      await hasty.append(key, [{ type: 'user', number: 0 }])
      const total = await runFleet(
        toPlace(urlOf(link.port)),
        async ({ waitForMore }) => {
          link.cut()
          const late = expect(hasty.append(key, [{ type: 'user', number: 1 }])).rejects.toThrow(
            'cannot be reached',
          )
          await late
          link.mend()
          // It arrives when nobody waits for it any more; whoever looks where the log ends goes on behind it.
          await vi.waitFor(async () => expect(await hasty.end(key)).toBe(2), { timeout: 20_000 })
          expect(await hasty.append(key, [{ type: 'user', number: 2 }])).toMatchObject({
            status: 'conflict',
            seq: 2,
          })
          const behind = { status: 'appended', seq: 3 }
          expect(await hasty.append(key, [{ type: 'user', number: 2 }], { expectedSeq: 2 })).toEqual(behind)
          for (let round = 0; round < rounds(1, 50); round++) {
            for (const silentMs of [500 + Math.random() * 1000, round % 10 === 9 ? 18_000 : 0]) {
              link.cut()
              await sleep(silentMs)
              link.mend()
              const began = performance.now()
              await waitForMore()
              recovered.push(performance.now() - began)
            }
            for (let count = 0; count < 5; count++) {
              link.drop()
              await sleep(Math.random() * 200)
            }
            await waitForMore()
          }
        },
        clocks,
      )
      console.log(`${total} entries, ${recovered.length} cuts, going again after ${formatSlowest(recovered)}`)
    },
    LONG,
  )

  it(
    'goes on while a standby stands still or is cut off, and acknowledges nothing while all of them are',
    async () => {
      const primary = await begin({ synchronous_standby_names: 'ANY 1 (one, two)' })
      const link = await openLink(primary.port)
      ends.push(() => link.close())
      const one = await begin({ cluster_name: 'one' }, primary)
      const two = await begin({ cluster_name: 'two' }, link)
      await migrate(primary.url)
      const total = await runFleet(toPlace(primary.url), async ({ waitForMore, count }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          one.pause()
          await waitForMore()
          // What was on its way to the second is there when nothing passes any more.
          link.cut()
          // Everybody waits for a standby; what was acknowledged before is only to be heard of.
          await vi.waitFor(async () => expect(await countWaiting(primary)).toBeGreaterThanOrEqual(4), {
            timeout: 60_000,
          })
          const before = await untilStill(count)
          await sleep(1500)
          expect(count()).toBe(before)
          one.resume()
          await waitForMore()
          link.mend()
          await waitForMore()
        }
      })
      expect(two.port).toBeGreaterThan(0)
      console.log(`${total} entries, ${rounds(1, 50)} times without a standby`)
    },
    LONG,
  )

  it.runIf(POOLER)(
    'works through a pooler that hands connections around and is restarted',
    async () => {
      const server = await begin()
      await migrate(server.url)
      const pooler = await startPooler(POOLER ?? '', server.port)
      ends.push(() => pooler.close())
      const total = await runFleet(toPlace(urlOf(pooler.port)), async ({ waitForMore }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          await pooler.restart()
          await waitForMore()
        }
      })
      console.log(`${total} entries through a pooler`)
    },
    LONG,
  )

  it.runIf(MAY_MOUNT)(
    'loses nothing when the disk of the server is full, and goes on when there is room again',
    async () => {
      const disk = mountDisk()
      ends.push(() => disk.end())
      const place = disk.folder
      const server = await begin({ max_wal_size: '48MB', min_wal_size: '32MB' }, null, place)
      await migrate(server.url)
      const total = await runFleet(toPlace(server.url), async ({ waitForMore, count }) => {
        for (let round = 0; round < rounds(1, 50); round++) {
          const filler = join(place, 'filler')
          fill(filler)
          await untilStill(count)
          rmSync(filler)
          await waitForMore()
        }
      })
      console.log(`${total} entries, ${rounds(1, 50)} times without room`)
    },
    LONG,
  )
})

type Pooler = {
  readonly port: number
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

async function startPooler(program: string, server: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-pooler-'))
  const user = findUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const port = await findPort()
  writeFileSync(join(folder, 'users'), '"antiphon" ""\n')
  writeFileSync(
    join(folder, 'pooler.ini'),
    [
      '[databases]',
      `postgres = host=127.0.0.1 port=${server} dbname=postgres user=antiphon`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = any\nauth_file = ${folder}/users\npool_mode = transaction\ndefault_pool_size = 4`,
      'ignore_startup_parameters = extra_float_digits',
    ].join('\n'),
  )
  const launch = (): ReturnType<typeof spawn> =>
    spawn(program, ['-q', join(folder, 'pooler.ini')], { ...user, stdio: 'ignore' })
  let child = launch()
  async function end(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    port,
    async restart() {
      await end()
      child = launch()
    },
    async close() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A disk of its own, small enough to be filled. */
function mountDisk(): { readonly folder: string; readonly end: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder], { stdio: 'ignore' })
  return {
    folder,
    end() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Waits until nobody is told of more; gives how many they were told of. */
async function untilStill(count: () => number): Promise<number> {
  for (;;) {
    const before = count()
    await sleep(2000)
    if (count() === before) return before
  }
}

/** How many processes of a server wait until a standby has what they wrote. */
async function countWaiting(primary: TestServer): Promise<number> {
  const [row] = await primary.ask(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
  )
  return Number(row?.waiting)
}

/** Writes until nothing more goes onto the disk. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(1_000_000))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

function mayMount(): boolean {
  try {
    mountDisk().end()
    return true
  } catch {
    return false
  }
}
