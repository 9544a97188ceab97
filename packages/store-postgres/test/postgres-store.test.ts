import { randomBytes } from 'node:crypto'
import type { FleetStore, SessionKey } from '@antiphon/transcript'
import { transcriptStoreContract } from '@antiphon/transcript/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { rounds } from '../../transcript/test/process/soak.ts'
import { createConnections } from '../src/connection/connections.ts'
import { listServers } from '../src/connection/server-address.ts'
import { openPostgresStore, openStoreCare } from '../src/index.ts'
import {
  POSTGRES_NOTE,
  RUNS_POSTGRES,
  startPostgres,
  type TestServer,
} from '../src/testing/start-postgres.ts'

let server: TestServer
let url: string

beforeAll(async () => {
  if (!RUNS_POSTGRES) return
  server = await startPostgres()
  const admin = createConnections({ servers: listServers(server.url, {}) })
  await admin.run({ text: 'CREATE DATABASE team', values: [] })
  await admin.close()
  url = server.url.replace(/postgres$/, 'team')
  const care = openStoreCare({ url, env: {} })
  await care.migrate()
  await care.close()
})
afterAll(() => server?.close())

beforeEach(async () => {
  if (!RUNS_POSTGRES) return
  const connections = createConnections({ servers: listServers(url, {}) })
  const tables = ['logs', 'entries', 'drafts', 'writers'].map(table => `antiphon.${table}`)
  await connections.run({ text: `TRUNCATE ${tables.join()}`, values: [] })
  await connections.close()
})

const KEY: SessionKey = { project: '-work', session: 'aaaaaaaa-0000-4000-8000-000000000001' }
const entry = (number: number) => ({ type: 'user', number })

async function numbersOf(store: FleetStore): Promise<readonly unknown[]> {
  const numbers: unknown[] = []
  for await (const item of store.read(KEY))
    numbers.push(item.kind === 'entry' ? ({ ...item.entry } as Record<string, unknown>).number : item.kind)
  return numbers
}

describe.runIf(RUNS_POSTGRES)(`the contract of stores${POSTGRES_NOTE}`, () => {
  it.each(transcriptStoreContract)('$name', async ({ run }) => {
    await run({ open: () => openPostgresStore({ url }) })
  })
})

describe.runIf(RUNS_POSTGRES)(`openPostgresStore${POSTGRES_NOTE}`, () => {
  it('says what to do where there are no tables', async () => {
    await expect(openPostgresStore({ url: server.url })).rejects.toThrow('antiphon store migrate')
    await expect(openPostgresStore({ url: 'mysql://nobody:secret@there/x' })).rejects.toThrow(
      'postgres://user@host',
    )
    await expect(openPostgresStore({ url: 'mysql://nobody:secret@there/x' })).rejects.not.toThrow('secret')
  })

  it('keeps bytes of every kind, and lines of many megabytes', async () => {
    const store = await openPostgresStore({ url })
    const lines = [
      Buffer.from('{"type":"user"}\n'),
      Buffer.from([0, 1, 0xff, 0xfe, 10]),
      Buffer.from('\n'),
      randomBytes(rounds(20_000_000, 100_000_000)),
    ]
    expect(await store.appendLines(KEY, lines)).toMatchObject({ status: 'appended', seq: 4 })
    const read: Uint8Array[] = []
    for await (const line of store.readLines(KEY)) read.push(line)
    expect(Buffer.concat(read).equals(Buffer.concat(lines))).toBe(true)
    expect(read.map(({ length }) => length)).toEqual(lines.map(({ length }) => length))
    await store.close()
  })

  it('refuses a second writer and tells who the first is, until that one is gone', async () => {
    const first = await openPostgresStore({ url, writer: { person: 'ana', host: 'a laptop' }, aliveMs: 400 })
    const second = await openPostgresStore({ url })
    await first.append(KEY, [entry(1)])
    expect(await second.append(KEY, [entry(2)], { expectedSeq: 1 })).toMatchObject({
      ...{ status: 'conflict', reason: 'leased', seq: 1, holder: expect.stringContaining('ana on a laptop') },
    })
    const held = await second.head(KEY)
    expect(held).toMatchObject({ writer: 'ana on a laptop', person: 'ana', host: 'a laptop' })
    expect(Math.abs(Date.now() - Date.parse(held?.heldSince ?? ''))).toBeLessThan(60_000)
    const before = await second.clock()
    expect((await second.listChanged(before)).heads.map(({ key }) => key)).toEqual([KEY])
    await first.close()
    expect(await second.head(KEY)).toMatchObject({ writer: null, person: 'ana' })
    expect(await second.append(KEY, [entry(2)], { expectedSeq: 1 })).toMatchObject({
      status: 'appended',
      seq: 2,
    })
    await second.close()
  })

  it('fences a writer whose log was taken, even if it wakes much later', async () => {
    const [zombie, heir] = [await openPostgresStore({ url }), await openPostgresStore({ url })]
    await zombie.append(KEY, [entry(1)])
    await heir.takeOver(KEY)
    expect(await zombie.append(KEY, [entry(66)])).toMatchObject({ status: 'conflict', seq: 1 })
    expect(await heir.append(KEY, [entry(2)])).toMatchObject({ status: 'appended', seq: 2 })
    expect(await zombie.append(KEY, [entry(67)])).toMatchObject({ status: 'conflict' })
    expect(await numbersOf(heir)).toEqual([1, 2])
    await Promise.all([zombie.close(), heir.close()])
  })

  it('appends to many logs by few commits, each in its order', async () => {
    const store = await openPostgresStore({ url })
    const keys = Array.from({ length: 40 }, (_, n) => ({ ...KEY, session: `s${n}` }))
    await Promise.all(keys.flatMap(key => [1, 2, 3, 4, 5].map(number => store.append(key, [entry(number)]))))
    for (const key of keys) {
      const numbers: unknown[] = []
      for await (const item of store.read(key))
        numbers.push(item.kind === 'entry' && ({ ...item.entry } as Record<string, unknown>).number)
      expect(numbers).toEqual([1, 2, 3, 4, 5])
    }
    await store.close()
  })

  it('loses and doubles nothing when the server is killed under load', { timeout: 60_000 }, async () => {
    const store = await openPostgresStore({ url })
    const acknowledged: number[] = []
    let isOver = false
    const writing = (async () => {
      for (let number = 1; !isOver; number++)
        if ((await store.append(KEY, [entry(number)])).status === 'appended') acknowledged.push(number)
    })()
    const waitForMore = (): Promise<void> => {
      const before = acknowledged.length
      return vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 10), { timeout: 30_000 })
    }
    for (let round = 0; round < 3; round++) {
      await waitForMore()
      await server.kill()
      await server.start()
    }
    await waitForMore()
    isOver = true
    await writing
    expect(await numbersOf(store)).toEqual(acknowledged)
    await store.close()
  })
})
