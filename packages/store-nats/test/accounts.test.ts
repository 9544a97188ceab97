import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FleetStore } from '@antiphon/transcript'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, credsAuthenticator } from '@nats-io/transport-node'
import { afterEach, describe, expect, it } from 'vitest'
import { openNatsStore, openStoreCare } from '../src/index.ts'
import { NATS_NOTE, RUNS_NATS } from '../src/testing/find-nats.ts'
import {
  type AccountLimits,
  createOperator,
  type OperatorAccounts,
} from '../src/testing/operator-accounts.ts'
import { startNats } from '../src/testing/start-nats.ts'

const KEY = { project: '-work', session: 'aaaaaaaa-0000-4000-8000-000000000001' }

describe.runIf(RUNS_NATS)(`an account of an operator${NATS_NOTE}`, () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function begin(
    limits: AccountLimits = {},
  ): Promise<{ readonly url: string; readonly folder: string; readonly operator: OperatorAccounts }> {
    const operator = createOperator(limits)
    const server = await startNats({ isSynced: false, more: operator.config })
    ends.push(() => server.close())
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-nats-account-'))
    ends.push(() => rmSync(folder, { recursive: true, force: true }))
    operator.writeCredentials(join(folder, 'agent.creds'))
    return { url: `${server.url}/team`, folder, operator }
  }

  async function migrate(url: string, env: Record<string, string>): Promise<void> {
    const care = openStoreCare({ url, env, patienceMs: 500 })
    try {
      await care.migrate()
    } finally {
      await care.close()
    }
  }

  it('is logged in to by a credentials file, by the address or a variable; one that has ended is refused in words', async () => {
    const { url, folder, operator } = await begin()
    const path = join(folder, 'agent.creds')
    await migrate(url, { NATS_CREDS: path })
    const store = await openNatsStore({ url: `${url}?creds=${path}`, env: {} })
    ends.push(() => store.close())
    expect(await store.append(KEY, [{ type: 'user' }])).toMatchObject({ status: 'appended', seq: 1 })
    operator.writeCredentials(join(folder, 'old.creds'), { isExpired: true })
    for (const env of [{ NATS_CREDS: join(folder, 'old.creds') }, {}])
      await expect(openNatsStore({ url, env, patienceMs: 500 })).rejects.toMatchObject({
        code: 'read-only',
        message: expect.stringMatching(/refuses the login .* NATS_CREDS/),
      })
  })

  it('that may have too few streams is told so by migrate', async () => {
    const { url, folder } = await begin({ streams: 2 })
    await expect(migrate(url, { NATS_CREDS: join(folder, 'agent.creds') })).rejects.toMatchObject({
      code: 'no-space',
      message: expect.stringMatching(/account may have no more \(maximum number of streams reached\)/),
    })
    const half = openNatsStore({ url, env: { NATS_CREDS: join(folder, 'agent.creds') } })
    await expect(half).rejects.toThrow('antiphon store migrate')
  })

  it('that is full refuses what is new at once, keeps what it acknowledged, and goes on when something is deleted', async () => {
    const { url, folder } = await begin({ bytes: 1_000_000 })
    const env = { NATS_CREDS: join(folder, 'agent.creds') }
    await migrate(url, env)
    const store = await openNatsStore({ url, env })
    ends.push(() => store.close())
    await store.append({ ...KEY, session: 'old' }, [{ type: 'user', text: 'x'.repeat(100_000) }])
    const count = await fill(store)
    expect(await countEntries(store)).toBe(count)
    await store.delete({ ...KEY, session: 'old' })
    expect(await store.append(KEY, [entry(count)])).toMatchObject({ status: 'appended', seq: count + 1 })
  })

  it('whose stream may hold no more messages or bytes refuses at once, too', async () => {
    const { url, folder } = await begin()
    const path = join(folder, 'agent.creds')
    await migrate(url, { NATS_CREDS: path })
    for (const limit of [{ max_msgs: 12 }, { max_bytes: 200_000 }]) {
      await limitStream(url, path, limit)
      const store = await openNatsStore({ url, env: { NATS_CREDS: path } })
      const count = await fill(store)
      expect(await countEntries(store)).toBe(count)
      await store.delete(KEY)
      await store.close()
    }
  })
})

const entry = (number: number) => ({ type: 'user', number, text: 'x'.repeat(20_000) })

/** Appends until it is refused; gives how many were acknowledged. */
async function fill(store: FleetStore): Promise<number> {
  for (let count = 0; count < 1000; count++) {
    const began = performance.now()
    try {
      await store.append(KEY, [entry(count)])
    } catch (error) {
      expect(error).toMatchObject({
        code: 'no-space',
        message: expect.stringMatching(/has no room left.*Nothing acknowledged is lost/),
      })
      expect(performance.now() - began).toBeLessThan(5000)
      return count
    }
  }
  throw new Error('nothing was refused')
}

async function countEntries(store: FleetStore): Promise<number> {
  let count = 0
  for await (const item of store.read(KEY)) {
    expect(item).toMatchObject({ seq: count, entry: { number: count } })
    count++
  }
  return count
}

async function limitStream(url: string, credentials: string, limit: object): Promise<void> {
  const connection = await connect({
    servers: new URL(url).host,
    authenticator: credsAuthenticator(readFileSync(credentials)),
  })
  const manager = await jetstreamManager(connection)
  const { config } = await manager.streams.info('team_logs')
  await manager.streams.update('team_logs', { ...config, max_msgs: -1, max_bytes: -1, ...limit })
  await connection.close()
}
