import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, nkeys } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openNatsStore, openStoreCare } from '../src/index.ts'
import { NATS_NOTE, RUNS_NATS } from '../src/testing/find-nats.ts'
import { fillLogs } from '../src/testing/raw-publisher.ts'
import { type NatsNode, startNats } from '../src/testing/start-nats.ts'

let server: NatsNode
let folder: string
beforeAll(async () => {
  if (!RUNS_NATS) return
  server = await startNats({ isSynced: false })
  folder = mkdtempSync(join(tmpdir(), 'antiphon-nats-care-'))
})
afterAll(async () => {
  await server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const keyOf = (session: string) => ({ project: '-work', session })

describe.runIf(RUNS_NATS)(`the care of a store on NATS${NATS_NOTE}`, () => {
  it('tells what the servers are, and which promises they weaken or nobody can see', async () => {
    const url = `${server.url}/care`
    const care = openStoreCare({ url, env: {} })
    expect(await care.status()).toMatchObject({ tables: 0, newest: 1, size: null, replication: null })
    expect(await care.migrate()).toEqual({ from: 0, to: 1 })
    expect(await care.migrate()).toEqual({ from: 1, to: 1 })
    const store = await openNatsStore({ url })
    await store.append(keyOf('one'), [{ type: 'user' }, { type: 'user' }])
    const status = await care.status()
    expect(status).toMatchObject({
      ...{ program: 'nats-server', tables: 1, size: { sessions: 1, logs: 1, entries: 2, writers: 1 } },
      replication: { leader: 'one', replicas: 1, followers: [], messages: 1 },
    })
    expect(status.weaknesses).toEqual([
      expect.stringContaining('R1'),
      expect.stringContaining('do not tell clients whether they sync'),
    ])
    expect(store.weaknesses).toEqual(status.weaknesses)
    await Promise.all([store.close(), care.close()])
    const asked = openStoreCare({ url: `${url}?monitor=${server.monitor},http://127.0.0.1:1`, env: {} })
    expect((await asked.status()).weaknesses).toEqual([
      expect.stringContaining('R1'),
      expect.stringContaining('one does not sync before it acknowledges (sync_interval is 120 s)'),
      expect.stringContaining('http://127.0.0.1:1 does not answer'),
    ])
    await asked.close()
  })

  it('names settings of the stream by what they make untrue, and refuses what is newer than the program', async () => {
    const url = `${server.url}/settings`
    const care = openStoreCare({ url, env: {} })
    await care.migrate()
    const connection = await connect({ servers: server.url })
    const manager = await jetstreamManager(connection)
    const { config } = await manager.streams.info('settings_logs')
    await manager.streams.update('settings_logs', {
      ...config,
      max_age: 3_600_000_000_000,
      max_bytes: 1_000_000,
    })
    const { weaknesses } = await care.status()
    expect(weaknesses.join()).toContain('max_age')
    expect(weaknesses.join()).not.toContain('discard: old')
    // It is the team's stream: what they set is said, and stays.
    await care.migrate()
    expect((await care.status()).weaknesses.join()).toContain('max_age')
    await manager.streams.update('settings_logs', { ...config, metadata: { 'antiphon.layout': '9' } })
    await expect(care.migrate()).rejects.toThrow('Install a newer Antiphon')
    await expect(openNatsStore({ url })).rejects.toThrow('Install a newer Antiphon')
    await Promise.all([care.close(), connection.close()])
  })

  it('finds logs whose messages are not what their head says', async () => {
    const url = `${server.url}/checked`
    const care = openStoreCare({ url, env: {} })
    await care.migrate()
    const store = await openNatsStore({ url })
    for (const session of ['whole', 'gap', 'short'])
      for (let number = 0; number < 3; number++)
        await store.append(keyOf(session), [{ type: 'user', number }])
    await store.close()
    const connection = await connect({ servers: server.url })
    const manager = await jetstreamManager(connection)
    const { config } = await manager.streams.info('checked_logs')
    // Purging up to a place is what the store itself may do.
    const second = await manager.direct.getMessage('checked_logs', {
      seq: 1,
      next_by_subj: 'checked.log.-work.short.>',
    })
    await manager.streams.purge('checked_logs', {
      filter: 'checked.log.-work.short.>',
      seq: (second?.seq ?? 0) + 1,
    })
    expect(config.deny_delete).toBe(true)
    const problems: string[] = []
    let checked = 0
    for await (const { problem } of care.check(logs => {
      checked = logs
    }))
      problems.push(problem)
    expect(problems).toEqual([
      expect.stringContaining('short: has a gap: behind 0 entries stands the one with number 1'),
    ])
    expect(checked).toBe(3)
    await Promise.all([care.close(), connection.close()])
  })

  it('lists more logs than are told at once, in the order of the stream, whatever is deleted meanwhile', async () => {
    const url = `${server.url}/many`
    const care = openStoreCare({ url, env: {} })
    await care.migrate()
    await fillLogs(url, 2500, Buffer.from('{"type":"user"}\n'))
    const store = await openNatsStore({ url })
    const names = async (): Promise<readonly string[]> => {
      const found: string[] = []
      for await (const { key } of store.list()) found.push(key.session)
      return found
    }
    const all = await names()
    expect(new Set(all).size).toBe(2500)
    const seen: string[] = []
    for await (const { key, seq, bytes } of store.list()) {
      expect([seq, bytes]).toEqual([1, 16])
      // What is told last is gone before it is told.
      if (seen.push(key.session) === 1)
        for (const session of all.slice(-30)) await store.delete({ project: '-many', session })
    }
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(seen.length).toBeGreaterThanOrEqual(2470)
    expect(await names()).toEqual(all.slice(0, -30))
    // Who stops in the middle leaves no consumer behind.
    for await (const _ of store.list()) break
    const connection = await connect({ servers: server.url })
    const manager = await jetstreamManager(connection)
    await vi.waitFor(async () =>
      expect((await manager.streams.info('many_logs')).state.consumer_count).toBe(0),
    )
    await Promise.all([store.close(), care.close(), connection.close()])
  })

  it('removes what is old and copies that nobody published, and keeps what is young or held', async () => {
    const url = `${server.url}/pruned`
    const care = openStoreCare({ url, env: {} })
    await care.migrate()
    const store = await openNatsStore({ url })
    await store.append(keyOf('held'), [{ type: 'user' }])
    await store.append(keyOf('free'), [{ type: 'user' }])
    await store.append({ ...keyOf('free'), subpath: 'subagents/agent-1' }, [{ type: 'user' }])
    await store.release(keyOf('free'))
    await store.release({ ...keyOf('free'), subpath: 'subagents/agent-1' })
    const expected = { sessions: 1, logs: 2, partitions: [] }
    // So short a time ago that everything is older.
    const days = 1e-9
    expect(await care.prune({ days: 1 })).toMatchObject({ sessions: 0, logs: 0 })
    expect(await care.prune({ days, isDry: true })).toMatchObject(expected)
    expect(await store.end(keyOf('free'))).toBe(1)
    expect(await care.prune({ days })).toMatchObject(expected)
    expect(await store.end(keyOf('free'))).toBeNull()
    expect(await store.end(keyOf('held'))).toBe(1)
    await store.close()
    expect(await care.prune({ days })).toMatchObject({ sessions: 1 })
    await care.close()
  })
})

describe.runIf(RUNS_NATS)(`a login at NATS${NATS_NOTE}`, () => {
  it('is a password or the seed of an NKEY, by the address or a variable; what is refused says what to check', async () => {
    const user = nkeys.createUser()
    const seed = join(folder, 'user.nk')
    writeFileSync(seed, `# of the tests\n${Buffer.from(user.getSeed())}\n`, { mode: 0o600 })
    const guarded = await startNats({
      isSynced: false,
      more: `authorization { users: [ { user: ana, password: s3cret }, { nkey: ${user.getPublicKey()} } ] }`,
    })
    try {
      const place = guarded.url.replace('nats://', '')
      const admin = openStoreCare({ url: `nats://ana:s3cret@${place}/team`, env: {} })
      await admin.migrate()
      await admin.close()
      for (const [url, env] of [
        [`nats://ana@${place}/team`, { NATS_PASSWORD: 's3cret' }],
        [`nats://${place}/team?nkey=${seed}`, {}],
        [`nats://${place}/team`, { NATS_NKEY: seed }],
      ] as const) {
        const store = await openNatsStore({ url, env })
        expect(await store.end(keyOf('none'))).toBeNull()
        await store.close()
      }
      await expect(
        openNatsStore({ url: `nats://ana:wrong@${place}/team`, patienceMs: 500 }),
      ).rejects.toMatchObject({
        code: 'read-only',
        message: expect.stringMatching(/refuses the login .* Check user and password/),
      })
      await expect(
        openNatsStore({ url: `nats://${place}/team?creds=${folder}/nothing`, patienceMs: 500 }),
      ).rejects.toThrow('nothing cannot be read')
    } finally {
      await guarded.close()
    }
  })

  it.skipIf(!hasOpenssl())('is made through TLS with an authority of the team', async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const words = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', [...words, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const secure = await startNats({
      isSynced: false,
      more: `tls { cert_file: "${certificate}", key_file: "${key}" }`,
    })
    try {
      const place = secure.url.replace('127.0.0.1', 'localhost')
      const url = `${place}/team?tlsca=${certificate}`
      const care = openStoreCare({ url, env: {} })
      expect(await care.migrate()).toEqual({ from: 0, to: 1 })
      await care.close()
      const strange = openNatsStore({ url: `${place}/team?tls=true`, env: {}, patienceMs: 500 })
      await expect(strange).rejects.toThrow(/certificate|cannot be reached/)
    } finally {
      await secure.close()
    }
  })
})

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
