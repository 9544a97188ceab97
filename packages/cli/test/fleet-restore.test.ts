import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Entry } from '@antiphon/core'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { openPostgresStore } from '@antiphon/store-postgres'
import {
  findPostgres,
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '@antiphon/store-postgres/testing/start-postgres'
import { type SessionKey, toLogPath } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFleetKit, type FleetKit } from './fleet-kit.ts'

let kit: FleetKit
let second: TestServer

beforeAll(async () => {
  if (!RUNS_POSTGRES) return
  kit = await createFleetKit()
  second = await startPostgres()
})
afterAll(async () => {
  await second?.close()
  await kit?.close()
})

/** A program of PostgreSQL's own, as docs/operations.md has people call it. */
async function run(name: string, ...args: readonly string[]): Promise<void> {
  const [own, system] = [join(findPostgres() ?? '', name), join('/usr/bin', name)]
  await promisify(execFile)(existsSync(own) ? own : system, [...args], { cwd: kit.base })
}

const keyOf = (number: number, subpath?: string): SessionKey => ({
  project: '-home-dev-harbour',
  session: `dddddddd-0000-4000-8000-00000000000${number}`,
  ...(subpath !== undefined && { subpath }),
})

describe.runIf(RUNS_POSTGRES)(`a backup of a store${POSTGRES_NOTE}`, () => {
  it('is restored into another server, checked, and has every log byte for byte; hosts send what it had not got', async () => {
    const [host, later] = [kit.host('host'), kit.host('later')]
    const keys = [keyOf(1), keyOf(1, 'subagents/agent-x'), keyOf(2), keyOf(3)]
    for (const key of keys) {
      const path = toLogPath(host.root, key)
      mkdirSync(dirname(path), { recursive: true })
      const lines = [prompt('a', null), answer('b', 'a')].map(entry => `${JSON.stringify(entry)}\n`)
      const odd = Buffer.from([...Buffer.from('{"odd":"'), 0, 0xff, 0xfe, ...Buffer.from('"}\n')])
      writeFileSync(path, Buffer.concat([...lines.map(line => Buffer.from(line)), odd]))
    }
    expect((await host.run('sync')).stdout).toContain('of 4 logs')
    const dump = join(kit.base, 'team.dump')
    await run('pg_dump', '--format=custom', '--schema=antiphon', `--file=${dump}`, kit.url)
    // What is written behind a backup is not in it.
    const writer = await openPostgresStore({ url: kit.url, writer: { person: 'ana', host: 'late' } })
    await writer.append(keyOf(4), [{ type: 'summary', summary: 'too late' } as Entry])
    await writer.close()
    await run('pg_restore', `--dbname=${second.url}`, '--no-owner', dump)

    const store = ['--store', second.url]
    const checked = await later.run('store', 'check', ...store)
    expect([checked.code, checked.stdout]).toEqual([0, '4 logs, 0 with a defect.\n'])
    expect((await later.run('ls', '--json', ...store)).stdout).toContain(keyOf(2).session)
    for (const number of [1, 2, 3])
      expect((await later.run('pull', keyOf(number).session, ...store)).code).toBe(0)
    for (const key of keys)
      expect(readFileSync(toLogPath(later.root, key))).toEqual(readFileSync(toLogPath(host.root, key)))
    expect((await host.run('sync', ...store)).stdout).toMatch(/^Sent 0 B of 0 logs/)
    const path = toLogPath(host.root, keyOf(4))
    writeFileSync(path, `${JSON.stringify({ type: 'summary', summary: 'too late' })}\n`)
    expect((await host.run('sync', ...store)).stdout).toContain('of 1 logs')
    expect((await later.run('store', 'check', ...store)).stdout).toBe('5 logs, 0 with a defect.\n')
  })
})
