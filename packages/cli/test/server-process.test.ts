import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { encodeLogId } from '@antiphon/server'
import type { Page, SessionRow } from '@antiphon/server/protocol'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeLog } from '../../../bench/generated-log.ts'
import { askAt, startTestServer } from './server-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

let tree: SessionTree
const children = new Set<ChildProcessWithoutNullStreams>()
beforeAll(() => {
  tree = createSessionTree()
  tree.write('-a/350d4477-5c09.jsonl', exchange('Why is the lamp dark?'))
})
afterAll(() => tree.remove())
afterEach(async () => {
  for (const child of children) {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'close')
  }
})

function start(...argv: readonly string[]): ChildProcessWithoutNullStreams {
  const child = startAntiphon(argv, {
    HOME: tree.home,
    CLAUDE_CONFIG_DIR: '',
    XDG_CONFIG_HOME: '',
    XDG_CACHE_HOME: '',
  })
  children.add(child)
  child.stdin.end()
  return child
}

async function readLink(
  started: ChildProcessWithoutNullStreams,
): Promise<{ readonly port: number; readonly token: string; readonly link: string }> {
  const [text] = await once(started.stdout, 'data')
  const link = String(text)
    .trim()
    .replace(/^\{"url":"(.*)"\}$/, '$1')
  const url = new URL(link)
  return { link, port: Number(url.port), token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '' }
}

async function ask(port: number, token: string, path: string): Promise<string> {
  const { status, text } = await askAt(port, path, { headers: { authorization: `Bearer ${token}` } })
  expect(status).toBe(200)
  return text
}

describe('the window', () => {
  it.each([[[]], [['open']], [['open', '--json']]])(
    'opens with %j, answers, and ends with Ctrl-C',
    async argv => {
      const started = start(...argv)
      const { port, token, link } = await readLink(started)
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/)
      const ended = collect(started)
      expect(await ask(port, token, '/api/sessions')).toContain('Why is the lamp dark?')
      const stream = fetch(`http://127.0.0.1:${port}/api/changes`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect((await stream).status).toBe(200)
      started.kill('SIGINT')
      expect(await ended).toMatchObject({ code: 0 })
    },
  )

  it('leads to a session that is named', async () => {
    const { port, token, link } = await readLink(start('open', '350d'))
    const route = new URLSearchParams(new URL(link).hash.slice(1)).get('route') ?? ''
    const id = /^\/session\/([\w-]+)$/.exec(route)?.[1]
    expect(await ask(port, token, `/api/page?session=${id}`)).toContain('Why is the lamp dark?')
  })

  it('lets in others whom somebody named, by their role, until that is taken back', async () => {
    const run = (...argv: readonly string[]) => collect(start(...argv))
    const nobody = await run('open', '--host', '0.0.0.0')
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('`antiphon access add NAME')])
    expect((await run('open', '--trust-proxy', '10.0.0.1')).stderr).toContain('--identity-header')
    expect((await run('access', 'add', 'Ada', '--role', 'king')).code).toBe(2)
    const added = await run('access', 'add', 'Ada', '--role', 'reader', '--expires', '2d')
    const token = added.stdout.trim().split('\n').at(-1) ?? ''
    expect([added.stdout, token]).toEqual([
      expect.stringMatching(/^Ada is let in as reader until \d{4}/),
      expect.stringMatching(/^antiphon_[\w-]{43}$/),
    ])
    expect((await run('access', 'add', 'Ada', '--role', 'driver')).stderr).toContain('has access already')
    const started = start('open', '--host', '0.0.0.0', '--host-name', 'sessions.example')
    const warned = once(started.stderr, 'data')
    const { port, token: link } = await readLink(started)
    expect(String((await warned)[0])).toContain('WARNING: others can reach this server.')
    // The link counts on this machine, whichever of its addresses is used.
    expect(await ask(port, link, '/api/about')).toContain('"role":"owner"')
    expect(await ask(port, token, '/api/sessions')).toContain('lamp')
    expect(await ask(port, token, '/api/about')).toContain('"name":"Ada"')
    expect((await askAt(port, '/api/sessions', {})).status).toBe(401)
    expect((await askAt(port, '/', { headers: { host: `evil.test:${port}` } })).status).toBe(421)
    expect((await askAt(port, '/', { headers: { host: 'sessions.example' } })).status).toBe(200)
    const closing = await askAt(port, '/api/chat/close', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'application/json',
      },
      body: '{"chat":"none"}',
    })
    expect([closing.status, closing.text]).toEqual([403, expect.stringContaining('role is that of a reader')])
    const listed = JSON.parse((await run('access', 'list', '--json')).stdout)
    expect(listed).toEqual([expect.objectContaining({ name: 'Ada', state: 'valid', hasToken: true })])
    expect(JSON.stringify(listed)).not.toContain('tokenHash')
    expect((await run('access', 'revoke', 'Ada')).stdout).toContain('let in no more')
    expect(
      (await askAt(port, '/api/sessions', { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401)
    expect((await run('access', 'revoke', 'Bo')).code).toBe(2)
    const audit = await run('access', 'audit', '--since', '1h')
    expect(audit.stdout).toMatch(/\(terminal\) {2}access {2}add Ada as reader\n.*revoke Ada\n/)
    expect(audit.stdout).not.toContain(token)
    expect((await run('access', 'audit', '--since', '2999-01-01')).stdout).toBe('')
    expect((await run('access', 'list')).stdout).toMatch(/Ada\s+reader\s+revoked/)
  })

  it('says what to do where it cannot listen', async () => {
    const taken = createServer()
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    expect(await collect(start('open', '--port', String(port)))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'antiphon: That port is taken. Choose another with --port, or none for a free one.\n',
    })
    taken.close()
    for (const wrong of ['x', '-1', '65536', '1.5'])
      expect((await collect(start('open', `--port=${wrong}`))).code).toBe(2)
    expect((await collect(start('access', 'add', 'Bo', '--role', 'reader'))).code).toBe(0)
    expect((await collect(start('open', '--host', '203.0.113.7'))).stderr).toContain(
      'is no address of this machine',
    )
    expect((await collect(start('open', 'ffff'))).code).toBe(2)
  })
})

describe('what needs a log whole', () => {
  it('is the same from a process of its own as from the server itself', async () => {
    const torn = { type: 'user', uuid: 'lost', parentUuid: 'nowhere', sessionId: 's' }
    const path = tree.write('-a/4f2d9c31-torn.jsonl', [...exchange('Light it.'), torn])
    appendFileSync(path, '{"type":"user","cut')
    const { port, token } = await readLink(start('open', '--json'))
    const here = await startTestServer({ roots: [tree.root] })
    const id = encodeLogId({ root: tree.root, key: { project: '-a', session: '4f2d9c31-torn' } })
    const questions = [
      `doctor/session?session=${id}`,
      `model?session=${id}`,
      `model/request?session=${id}`,
      `numbers/context?session=${id}`,
      `numbers/cache-breaks?session=${id}`,
      'numbers?by=session&stack=model&timezone=UTC',
      'numbers/sessions',
      'doctor',
    ]
    for (const question of questions) {
      const own = await here.ask(`/api/${question}`)
      const told = { status: own.status, last: own.text.trim().split('\n').at(-1) }
      const there = await ask(port, token, `/api/${question}`)
      expect({ question, status: 200, last: there.trim().split('\n').at(-1) }).toEqual({ question, ...told })
    }
    await here.close()
    const { fingerprint } = JSON.parse(await ask(port, token, `/api/doctor/session?session=${id}`))
    const { status, text } = await askAt(port, '/api/doctor/mend', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ session: id, fingerprint }),
    })
    expect([status, JSON.parse(text)]).toMatchObject([200, { status: 'fixed', file: path }])
    expect(await ask(port, token, `/api/doctor/session?session=${id}`)).toContain('"changeCount":0')
  })
})

describe('a session of 100 MB', () => {
  const bytes = 100 * 1024 * 1024
  beforeAll(() => {
    const folder = join(tree.root, 'projects', '-large')
    mkdirSync(folder)
    writeLog(join(folder, 'large.jsonl'), { bytes, liveBytes: 4 * 1024 * 1024, windowBytes: 4 * 1024 * 1024 })
  })

  async function open(): Promise<Opened> {
    const started = start('open', '--json')
    const { port, token } = await readLink(started)
    const rows = (await ask(port, token, '/api/sessions'))
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as SessionRow)
    const { id } = rows.find(({ sessionId }) => sessionId === 'large')!
    return { started, port, token, id }
  }

  it('is read whole while others are served, and Ctrl-C does not wait for it', async () => {
    const { started, port, token, id } = await open()
    const ended = collect(started)
    const order: string[] = []
    const whole = askAt(port, `/api/numbers/context?session=${id}`, {
      headers: { authorization: `Bearer ${token}` },
    }).finally(() => order.push('whole'))
    whole.catch(() => {})
    for (let n = 0; n < 20; n++) {
      await ask(port, token, `/api/page?session=${id}`)
      order.push('page')
    }
    expect(order).toEqual(Array.from({ length: 20 }, () => 'page'))
    started.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 0 })
    await expect(whole.then(({ text }) => text.includes('"report"')).catch(() => false)).resolves.toBe(false)
  })

  it('opens with some kilobytes, and paging through it holds no more than a page', async () => {
    const { started, port, token, id } = await open()
    let text = await ask(port, token, `/api/page?session=${id}`)
    expect(text.length).toBeLessThan(200_000)
    for (let n = 0; n < 20; n++)
      text = await ask(port, token, `/api/page?session=${id}&before=${(JSON.parse(text) as Page).from}`)
    const early = peakOf(started.pid)
    for (let n = 0; n < 300; n++) {
      const at =
        n % 3 === 0
          ? `&after=${Math.floor((bytes / 300) * n)}`
          : `&before=${(JSON.parse(text) as Page).from || bytes}`
      text = await ask(port, token, `/api/page?session=${id}${at}`)
      expect(text.length).toBeLessThan(200_000)
    }
    // A hundred megabytes would show; what a collector leaves for later does not.
    if (early !== null) expect(peakOf(started.pid)! - early).toBeLessThan(100)
  })
})

type Opened = {
  readonly started: ChildProcessWithoutNullStreams
  readonly port: number
  readonly token: string
  readonly id: string
}

/** The most memory that a process ever held, in megabytes; null where the system does not tell. */
function peakOf(pid: number | undefined): number | null {
  const path = `/proc/${pid}/status`
  const peak = existsSync(path) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return peak === undefined ? null : Number(peak) / 1024
}
