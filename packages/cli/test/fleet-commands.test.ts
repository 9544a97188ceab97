import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeEntry } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { findReplica, refreshReplica } from '@antiphon/host'
import { type FleetStore, toLogPath } from '@antiphon/transcript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isQuick, LONG, rounds } from '../../transcript/test/process/soak.ts'
import { FLEET_KINDS, type FleetKind, isLeftToSoak } from './fleet-kinds.ts'
import { createFleetKit, type FleetHost, type FleetKit } from './fleet-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

let kit: FleetKit
const begin = async (kind: FleetKind): Promise<void> => {
  kit = await createFleetKit(kind)
}
const end = (): Promise<void> => kit?.close()

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

function toSession(name: string): string {
  return name.replace(/[^\w-]/g, '-')
}

async function countStored(store: FleetStore): Promise<number> {
  let sum = 0
  for await (const { bytes } of store.list({ project: '-corpus' })) sum += bytes
  return sum
}

for (const kind of FLEET_KINDS)
  describe.runIf(kind.isThere)(`the commands of a fleet on ${kind.name}${kind.note}`, () => {
    beforeAll(() => begin(kind))
    afterAll(end)

    it('tell a collector how they fare, where the environment names one', async () => {
      const host = kit.host('measured')
      const path = write(
        host,
        { project: '-m', session: 'bbbbbbbb-0000-4000-8000-000000000001' },
        lines(prompt('m', null)),
      )
      settle(path)
      const received: string[] = []
      const collector = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        received.push(`${request.url} ${Buffer.concat(chunks)}`)
        response.end('{}')
      }).listen(0, '127.0.0.1')
      await once(collector, 'listening')
      const { port } = collector.address() as AddressInfo
      const env = { ...host.env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
      const run = (...argv: readonly string[]) => collect(startAntiphon(argv, env))
      expect((await run('store', 'status')).stdout).toContain(`Metrics   to http://127.0.0.1:${port}`)
      expect(await run('sync')).toMatchObject({ code: 0 })
      collector.close()
      expect(received).toHaveLength(1)
      expect(received[0]).toMatch(/^\/v1\/metrics /)
      for (const name of ['store.append.duration', 'store.append.entries', 'sync.lag', 'sync.bytes'])
        expect(received[0]).toContain(`"antiphon.${name}"`)
    })

    it('tell how the store is, and nobody its password', async () => {
      const host = kit.host('care')
      const status = await host.run('store', 'status')
      expect(status).toMatchObject({ code: 0 })
      for (const words of kind.status) expect(status.stdout).toMatch(words)
      expect((await host.run('store', 'migrate')).stdout).toBe(kind.migrated)
      expect((await host.run('store', 'prune', '--older-than', '90d')).stdout).toContain('Removed 0 sessions')
      expect((await host.run('store', 'prune', '--older-than', '90d', '--dry-run')).code).toBe(0)
      expect((await host.run('access', 'audit')).stdout).toMatch(
        /^\S+ {2}\S+ \(terminal\) {2}deletion {2}prune older than 90 days\n$/,
      )
      const away = await host.run('store', 'status', '--store', kind.nowhere)
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
      expect((await one.run('sync', '--dry-run')).stdout).toMatch(
        /^Would send .* of 2 logs, 2 looked at\.\n$/,
      )
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
      expect((await other.run('export', key.session)).stdout).toContain('lantern')
      const pulled = await other.run('pull', SESSION)
      const name = `${key.project}/${key.session}`
      expect((await other.run('access', 'audit')).stdout.trim().split('\n')).toEqual([
        expect.stringContaining(`export  ${name}  md`),
        expect.stringContaining(`export  ${name}  pull`),
      ])
      expect(pulled.stdout.match(/written/g)).toHaveLength(2)
      expect(readFileSync(toLogPath(other.root, key))).toEqual(readFileSync(toLogPath(one.root, key)))
      appendFileSync(toLogPath(one.root, key), lines(prompt('d', 'b')))
      expect((await one.run('sync')).stdout).toMatch(/of 1 logs/)
      expect((await other.run('sync')).stdout).toContain('1 went on elsewhere')
      expect((await other.run('pull', SESSION)).stdout).toContain('gone on with')
      expect(readFileSync(toLogPath(other.root, key))).toEqual(readFileSync(toLogPath(one.root, key)))
    })

    it('bring what lies beside a session along, each content once, so that it is whole on another host', async () => {
      const [one, other] = [kit.host('has-files'), kit.host('gets-files')]
      const key = { project: '-home-dev', session: `${SESSION}5` }
      const folder = write(one, key, lines(prompt('a', null), answer('b', 'a'))).slice(0, -'.jsonl'.length)
      const files = {
        [join(folder, 'subagents/agent-x.meta.json')]: Buffer.from('{"agentType":"Explore","toolUseId":"t"}'),
        [join(folder, 'tool-results/toolu_1.txt')]: Buffer.concat([
          Buffer.alloc(2_500_000, 'long '),
          Buffer.from([0, 0xff, 10]),
        ]),
        [join(folder, 'tool-results/empty.txt')]: Buffer.alloc(0),
        [join(one.root, 'file-history', key.session, 'ab12@v1')]: Buffer.from('before\n'),
      }
      for (const [path, bytes] of Object.entries(files)) {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, bytes)
      }
      expect((await one.run('sync', '--dry-run')).stdout).toContain('4 files beside them')
      expect((await one.run('sync')).stdout).toMatch(/of 1 logs, 1 looked at, 4 files beside them\.\n$/)
      expect((await one.run('sync')).stdout).toBe('Sent 0 B of 0 logs, 1 looked at.\n')
      const noted = join(folder, 'subagents/agent-x.meta.json')
      files[noted] = Buffer.from('{"agentType":"Explore","toolUseId":"t","description":"newer"}')
      writeFileSync(noted, files[noted])
      expect((await one.run('sync')).stdout).toContain('1 file beside them')
      expect((await other.run('pull', key.session)).stdout.match(/written/g)).toHaveLength(5)
      for (const [path, bytes] of Object.entries(files))
        expect(readFileSync(path.replace(one.root, other.root)).equals(bytes), path).toBe(true)
      expect((await other.run('sync')).stdout).toContain('Sent 0 B of 0 logs')
      const changed = noted.replace(one.root, other.root)
      writeFileSync(changed, 'mine')
      expect((await other.run('pull', key.session)).stdout).toContain(`went elsewhere ${changed}`)
      expect(readFileSync(changed, 'utf8')).toBe('mine')
      expect((await other.run('ls', '--json')).stdout).not.toContain('beside')
      expect((await other.run('store', 'check')).code).toBe(0)
    })

    it('take secrets out where that is asked for, the same way each time, and never send them later', async () => {
      const [one, other] = [kit.host('has-secrets'), kit.host('gets-marks')]
      const key = { project: '-home-secrets', session: `${SESSION}6` }
      const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
      const say = (uuid: string, parent: string | null, content: string): ReturnType<typeof prompt> =>
        prompt(uuid, parent, { message: { role: 'user', content } })
      const path = write(
        one,
        key,
        lines(say('a', null, `use ${token} and password=Tr0ub4dor_3xyz`), answer('b', 'a')),
      )
      const result = join(path.slice(0, -'.jsonl'.length), 'tool-results/t.txt')
      const before = join(one.root, 'file-history', key.session, 'ab12@v1')
      for (const file of [result, before]) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `TOKEN=${token}\n`)
      }
      expect((await one.run('sync', '--redact')).stdout).toMatch(/of 1 logs, 1 looked at, 1 file beside them/)
      expect((await one.run('sync', '--redact')).stdout).toBe('Sent 0 B of 0 logs, 1 looked at.\n')
      appendFileSync(path, lines(say('c', 'b', 'she said Tr0ub4dor_3xyz again'), answer('d', 'c')))
      // Also by whoever forgets to ask: what was redacted once stays so.
      expect((await one.run('sync')).stdout).toContain('of 1 logs')
      mkdirSync(join(one.home, '.antiphon'), { recursive: true })
      writeFileSync(join(one.home, '.antiphon/settings.json'), '{"redactSync": true}')
      appendFileSync(path, lines(say('e', 'd', `and ${token}`)))
      expect((await one.run('sync')).stdout).toContain('of 1 logs')
      expect((await one.run('sync')).stdout).toBe('Sent 0 B of 0 logs, 1 looked at.\n')
      await other.run('pull', key.session)
      const pulled = readFileSync(toLogPath(other.root, key), 'utf8')
      expect(pulled.split('\n')).toHaveLength(6)
      expect(pulled).toContain('[redacted:')
      expect(readFileSync(result.replace(one.root, other.root), 'utf8')).toContain('[redacted:')
      const store = await kit.open()
      for (const secret of [token, 'Tr0ub4dor'])
        for await (const head of store.list({ project: key.project }))
          for await (const line of store.readLines(head.key)) expect(String(line)).not.toContain(secret)
      const besides: string[] = []
      for await (const { key: beside } of store.listBeside(key)) {
        besides.push(beside.subpath ?? '')
        for await (const line of store.readLines(beside)) expect(String(line)).not.toContain(token)
      }
      expect(besides).toHaveLength(1)
      expect((await store.head(key))?.note).toMatch(/^Redacted before it left /)
      await store.close()
      // A file that went another way is a fork, redacted as well.
      truncateSync(path, lines(say('a', null, `use ${token} and password=Tr0ub4dor_3xyz`)).length)
      appendFileSync(path, lines(say('z', 'a', `another way, ${token}`)))
      expect((await one.run('sync')).stdout).toContain('1 went another way')
      expect((await one.run('sync')).stdout).toContain('Sent 0 B of 0 logs')
      expect((await other.run('search', token)).stdout).not.toContain('another way')
      expect((await other.run('search', 'another way')).stdout).toContain('[redacted:')
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
      const store = await kit.open()
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

    it.skipIf(isLeftToSoak(kind))(
      'mirror a whole corpus though they are killed again and again: the store equals the files byte for byte',
      async () => {
        const host = kit.host('corpus')
        const names = isQuick ? CORPUS.slice(0, 10) : CORPUS
        for (const name of names)
          settle(write(host, { project: '-corpus', session: toSession(name) }, readCorpus(name)))
        const firstName = toSession(names[0] ?? '')
        const results = toLogPath(host.root, { project: '-corpus', session: firstName }).slice(0, -6)
        mkdirSync(join(results, 'tool-results'), { recursive: true })
        const result = join(results, 'tool-results/long.txt')
        writeFileSync(result, Buffer.alloc(9_000_000, 'a long result '))
        const store = await kit.open()
        const total = names.reduce((sum, name) => sum + readCorpus(name).length, 0)
        const kills = rounds(3, 30)
        let inTheMiddle = 0
        for (let round = 0; round < kills; round++) {
          const wanted = (await countStored(store)) + (Math.random() * total) / kills
          const child = startAntiphon(['sync'], host.env)
          child.stdin.end()
          const closed = once(child, 'close')
          // Killed while it sends; what a run before it was killed over is not its own for some seconds.
          while (child.exitCode === null && (await countStored(store)) < wanted) await sleep(5)
          if (child.kill('SIGKILL')) inTheMiddle++
          await closed
        }
        console.log(`${kills} runs, ${inTheMiddle} killed while they sent, ${(total / 1e6).toFixed(1)} MB`)
        // What a killed run was writing is its own until some seconds have passed.
        await expect
          .poll(async () => (await host.run('sync')).stdout, { timeout: 90_000, interval: 2000 })
          .toBe(`Sent 0 B of 0 logs, ${names.length} looked at.\n`)
        let compared = 0
        for await (const { key, bytes } of store.list({ project: '-corpus' })) {
          const path = toLogPath(host.root, key)
          expect(bytes).toBe(statSync(path).size)
          const stored: Uint8Array[] = []
          for await (const line of store.readLines(key)) stored.push(line)
          expect(Buffer.concat(stored).equals(readFileSync(path))).toBe(true)
          compared++
        }
        expect(compared).toBe(names.length)
        const long: Uint8Array[] = []
        for await (const { key } of store.listBeside({ project: '-corpus', session: firstName }))
          for await (const piece of store.readLines(key)) long.push(piece)
        expect(Buffer.concat(long).equals(readFileSync(result))).toBe(true)
        await store.close()
      },
      LONG,
    )
  })
