import type { FleetStore, SessionKey } from '@antiphon/transcript'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openNatsStore, openStoreCare } from '../src/index.ts'
import { NATS_NOTE, RUNS_NATS } from '../src/testing/find-nats.ts'
import { type NatsNode, startNats } from '../src/testing/start-nats.ts'
import { type OlderServer, startOlderServer } from './older-server.ts'

describe.runIf(RUNS_NATS)(`a server that cannot store several messages as one${NATS_NOTE}`, () => {
  let server: NatsNode
  let older: OlderServer
  let store: FleetStore
  beforeAll(async () => {
    server = await startNats({ isSynced: false })
    older = await startOlderServer(server.port, '2.11.9')
    const care = openStoreCare({ url: `${older.url}/old`, env: {} })
    await care.migrate()
    await care.close()
    store = await openNatsStore({ url: `${older.url}/old`, env: {} })
    for (const key of [KEY, ...BELOW])
      await store.append(key, [{ type: 'user', of: (key as SessionKey).subpath ?? 'own' }])
  })
  afterAll(async () => {
    await store?.close()
    await older?.close()
    await server?.close()
  })

  it('is named, gets a stream without batches, and has copies stored with all that lies below them', async () => {
    expect(store.weaknesses.join()).toContain('nats-server 2.11.9 cannot store several messages as one')
    const connection = await connect({ servers: server.url })
    const { config } = await (await jetstreamManager(connection)).streams.info('old_logs')
    await connection.close()
    expect(config.allow_atomic ?? false).toBe(false)
    await store.fork(KEY, { session: 'copy' })
    expect(await readSession('copy')).toEqual(['own', 'a', 'b'])
    await expect(store.fork(KEY, { session: 'copy' })).rejects.toMatchObject({ code: 'exists' })
    expect(await readSession('copy')).toEqual(['own', 'a', 'b'])
  })

  it.each([
    ['the first of them', 'old.log.-work.broken.b'],
    ['the last of them', 'old.log.-work.broken2.='],
  ])('stores a copy once and whole when the connection breaks behind %s', async (_, subject) => {
    const session = subject.split('.')[3] ?? ''
    older.breakBehind(subject)
    await store.fork(KEY, { session })
    expect(await readSession(session)).toEqual(['own', 'a', 'b'])
    expect(await store.append({ ...KEY, session }, [{ type: 'user' }], { expectedSeq: 1 })).toMatchObject({
      seq: 2,
    })
  })

  it('leaves nothing of a copy whose name somebody takes meanwhile', async () => {
    const target = { ...KEY, session: 'taken' }
    const draft = await store.draft(target)
    for (const key of [target, ...BELOW.map(below => ({ ...below, session: 'taken' }))])
      await draft.append(key, [{ type: 'user', of: 'copy' }])
    await store.append(target, [{ type: 'user', of: 'somebody' }])
    await expect(draft.publish()).rejects.toMatchObject({ code: 'exists' })
    await draft.discard()
    expect(await readSession('taken')).toEqual(['somebody', null, null])
  })

  async function readSession(session: string): Promise<readonly unknown[]> {
    return Promise.all([KEY, ...BELOW].map(key => readFirst({ ...key, session })))
  }

  async function readFirst(key: SessionKey): Promise<unknown> {
    for await (const item of store.read(key))
      return item.kind === 'entry' ? ({ ...item.entry } as Record<string, unknown>).of : item.kind
    return null
  }
})

const KEY = { project: '-work', session: 'aaaaaaaa-0000-4000-8000-000000000001' }
const BELOW = ['a', 'b'].map(subpath => ({ ...KEY, subpath }))
