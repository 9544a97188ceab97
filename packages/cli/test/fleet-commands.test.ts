import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeEntry } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { findReplica, refreshReplica } from '@antiphon/host'
import { openPostgresStore } from '@antiphon/store-postgres'
import { POSTGRES_NOTE, RUNS_POSTGRES } from '@antiphon/store-postgres/testing/start-postgres'
import { toLogPath } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isQuick, LONG, rounds } from '../../transcript/test/process/soak.ts'
import { createFleetKit, type FleetHost, type FleetKit } from './fleet-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

let kit: FleetKit
beforeAll(async () => {
  if (RUNS_POSTGRES) kit = await createFleetKit()
})
afterAll(() => kit?.close())

const SESSION = 'aaaaaaaa-0000-4000-8000-00000000000'
const lines = (...entries: readonly Parameters<typeof encodeEntry>[0][]): string =>
  entries.map(encodeEntry).join('')

function write(
  host: FleetHost,
  key: { project: string; session: string; subpath?: string },
  text: string | Buffer,
): string {
  const path = toLogPath(host.root, key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** Nothing is written there any more. */
function settle(path: string): void {
  const before = new Date(Date.now() - 120_000)
  utimesSync(path, before, before)
}

describe.runIf(RUNS_POSTGRES)(`the commands of a fleet${POSTGRES_NOTE}`, () => {
  it('tell how the store is, and nobody its password', async () => {
    const host = kit.host('care')
    const status = await host.run('store', 'status')
    expect(status).toMatchObject({ code: 0 })
    expect(status.stdout).toMatch(/Server {4}127\.0\.0\.1:\d+\/postgres, PostgreSQL \d+/)
    expect(status.stdout).toContain('Tables    version 2')
    expect(status.stdout).toContain('acknowledged entries are on one machine')
    expect((await host.run('store', 'migrate')).stdout).toBe('The tables are of version 2 already.\n')
    expect((await host.run('store', 'prune', '--older-than', '90d')).stdout).toContain('Removed 0 sessions')
    const away = await host.run('store', 'status', '--store', 'postgres://ana:topsecret@127.0.0.1:1/team')
    expect(away.code).toBe(2)
    expect(away.stderr).toContain('127.0.0.1:1/team: cannot be reached')
    expect(away.stderr).not.toContain('topsecret')
    const wrong = await host.run('ls', '--store', 'mysql://ana:topsecret@there/team')
    expect(wrong.stderr).toContain('names no store')
    expect(wrong.stderr).not.toContain('topsecret')
  })

  it('say so where they know no store', async () => {
    const host = kit.host('words')
    const refused = await host.run('rename', 'abcd', 'title', '--store', kit.url)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('knows no store yet') })
    expect((await host.run('star', 'abcdefgh')).stderr).toContain('works on the files of this machine')
    expect((await host.run('doctor', 'abcdefgh', '--fix')).stderr).toContain(
      'Nothing is rewritten in a store',
    )
    expect((await host.run('show', 'abcdefgh')).stderr).toContain(
      'The store has no session whose id begins with abcdefgh',
    )
  })

  it('mirror the files of a host with their subagents, and read them on another as the files are read', async () => {
    const [one, other] = [kit.host('one'), kit.host('other')]
    const key = { project: '-home-dev', session: `${SESSION}1` }
    write(
      one,
      key,
      lines(
        prompt('a', null, { message: { role: 'user', content: 'where is the lantern' } }),
        answer('b', 'a'),
      ),
    )
    write(one, { ...key, subpath: 'subagents/agent-x' }, lines(prompt('c', null, { isSidechain: true })))
    expect((await one.run('sync', '--dry-run')).stdout).toMatch(/^Would send .* of 2 logs, 2 looked at\.\n$/)
    expect((await one.run('sync')).stdout).toMatch(/^Sent .* of 2 logs/)
    expect((await one.run('sync')).stdout).toBe('Sent 0 B of 0 logs, 2 looked at.\n')
    expect((await other.run('ls', '--json')).stdout).toContain(key.session)
    const { ANTIPHON_STORE: _, ...onFiles } = one.env
    const local = startAntiphon(['show', key.session, '--json', '--no-pager'], onFiles)
    local.stdin.end()
    let shown = ''
    local.stdout.on('data', text => (shown += text))
    await once(local, 'close')
    expect((await other.run('show', key.session, '--json', '--no-pager')).stdout).toBe(
      shown.replace(one.root, findReplica(other) ?? ''),
    )
    expect((await other.run('search', 'lantern')).stdout).toContain('lantern')
    const doctor = await other.run('doctor', key.session, '--json')
    expect(JSON.parse(doctor.stdout)).toMatchObject({ reports: [{ verdict: 'fine' }] })
    expect((await other.run('tail', key.session, '--no-follow')).stdout).toContain('lantern')
    // The first time all is fetched, then what changed; what has no room is left out and said.
    const signal = new AbortController().signal
    const steps: string[] = []
    const onProgress = (done: number, total: number): void => void steps.push(`${done} of ${total}`)
    const third = kit.host('third')
    await refreshReplica({ env: third.env, signal }, { onProgress })
    expect(steps.at(0)).toMatch(/^1 of ([2-9]|\d\d)$/)
    expect(steps.at(-1)).toMatch(/^(\d+) of \1$/)
    steps.length = 0
    await refreshReplica({ env: third.env, signal }, { onProgress })
    expect(steps).toEqual([])
    const crowded = startAntiphon(['ls'], { ...third.env, ANTIPHON_STORE_COPY_GB: '0' })
    crowded.stdin.end()
    expect((await collect(crowded)).stderr).toMatch(/sessions of the store are left out/)
    const pulled = await other.run('pull', SESSION)
    expect(pulled.stdout.match(/written/g)).toHaveLength(2)
    expect(readFileSync(toLogPath(other.root, key))).toEqual(readFileSync(toLogPath(one.root, key)))
    appendFileSync(toLogPath(one.root, key), lines(prompt('d', 'b')))
    expect((await one.run('sync')).stdout).toMatch(/of 1 logs/)
    expect((await other.run('sync')).stdout).toContain('1 went on elsewhere')
    expect((await other.run('pull', SESSION)).stdout).toContain('gone on with')
    expect(readFileSync(toLogPath(other.root, key))).toEqual(readFileSync(toLogPath(one.root, key)))
  })

  it('follow a session of another host', async () => {
    const [one, other] = [kit.host('writes'), kit.host('watches')]
    const key = { project: '-home-dev', session: `${SESSION}2` }
    const path = write(one, key, lines(prompt('a', null)))
    await one.run('sync')
    const tail = startAntiphon(['tail', key.session, '--json'], other.env)
    tail.stdin.end()
    let seen = ''
    tail.stdout.on('data', text => (seen += text))
    await expect.poll(() => seen, { timeout: 20_000 }).toContain('"uuid":"a"')
    appendFileSync(path, lines(answer('b', 'a')))
    await one.run('sync')
    await expect.poll(() => seen, { timeout: 20_000 }).toContain('"uuid":"b"')
    tail.kill('SIGINT')
    await once(tail, 'close')
  })

  it('make a fork with a note of what went another way, once, and overwrite nothing', async () => {
    const [one, other] = [kit.host('left'), kit.host('right')]
    const key = { project: '-home-dev', session: `${SESSION}3` }
    const shared = lines(prompt('a', null), answer('b', 'a'))
    write(one, key, shared + lines(prompt('c', 'b')))
    write(other, key, shared + lines(prompt('d', 'b')))
    await one.run('sync')
    const forked = await other.run('sync')
    expect(forked.stdout).toContain('1 went another way')
    expect(forked.stderr).toContain(`${key.session} went another way on`)
    appendFileSync(toLogPath(other.root, key), lines(answer('e', 'd')))
    expect((await other.run('sync')).stdout).toContain('of 1 logs')
    expect((await other.run('sync')).stdout).toContain('Sent 0 B of 0 logs')
    expect((await one.run('sync')).stdout).toContain('Sent 0 B of 0 logs')
    const store = await openPostgresStore({ url: kit.url })
    const heads: { session: string; note: string | null }[] = []
    for await (const { key: found, note } of store.list({ project: key.project }))
      heads.push({ session: found.session, note })
    const fork = heads.find(({ note }) => note?.includes(key.session))
    expect(heads.filter(({ note }) => note !== null)).toHaveLength(1)
    const stored: Uint8Array[] = []
    for await (const line of store.readLines({ ...key, session: fork?.session ?? '' })) stored.push(line)
    expect(Buffer.concat(stored)).toEqual(readFileSync(toLogPath(other.root, key)))
    await store.close()
    expect((await other.run('pull', key.session)).stdout).toContain('went elsewhere')
    // A file that was rewritten shorter is another way, too.
    truncateSync(toLogPath(one.root, key), shared.length)
    appendFileSync(toLogPath(one.root, key), lines(prompt('z', 'b')).slice(0, -2).concat('}\n'))
    expect((await one.run('sync')).stdout).toContain('1 went another way')
  })

  it(
    'mirror a whole corpus though they are killed again and again: the store equals the files byte for byte',
    async () => {
      const host = kit.host('corpus')
      const names = isQuick ? CORPUS.slice(0, 10) : CORPUS
      for (const name of names)
        settle(write(host, { project: '-corpus', session: name.replace(/[^\w-]/g, '-') }, readCorpus(name)))
      for (let round = 0; round < rounds(3, 30); round++) {
        const child = startAntiphon(['sync'], host.env)
        child.stdin.end()
        await sleep(200 + Math.random() * 900)
        child.kill('SIGKILL')
        await once(child, 'close')
      }
      // What a killed run was writing is its own until some seconds have passed.
      await expect
        .poll(async () => (await host.run('sync')).stdout, { timeout: 90_000, interval: 2000 })
        .toBe(`Sent 0 B of 0 logs, ${readdirSync(join(host.root, 'projects/-corpus')).length} looked at.\n`)
      const store = await openPostgresStore({ url: kit.url })
      let compared = 0
      for await (const { key, bytes } of store.list({ project: '-corpus' })) {
        const path = toLogPath(host.root, key)
        expect(bytes).toBe(statSync(path).size)
        const stored: Uint8Array[] = []
        for await (const line of store.readLines(key)) stored.push(line)
        expect(Buffer.concat(stored).equals(readFileSync(path))).toBe(true)
        compared++
      }
      expect(compared).toBe(readdirSync(join(host.root, 'projects/-corpus')).length)
      await store.close()
    },
    LONG,
  )
})
