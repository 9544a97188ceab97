import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeLogId } from '@antiphon/server'
import type { SessionRow } from '@antiphon/server/protocol'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAt, startTestServer, type TestServer } from './server-kit.ts'

const SECRET = 'The keeper sleeps at noon'
let tree: SessionTree
let assets: string
let server: TestServer
let id: string

beforeAll(async () => {
  tree = createSessionTree()
  tree.write('-a/s.jsonl', exchange('Open.', { sessionId: 's' }))
  tree.write('-a/s/subagents/agent-1.jsonl', exchange('Task.', { isSidechain: true }))
  tree.write('-a/s/tool-results/notes.jsonl', exchange(SECRET))
  const lines = exchange(SECRET)
    .map(entry => JSON.stringify(entry))
    .join('\n')
  mkdirSync(join(tree.home, 'outside'))
  for (const path of [
    join(tree.home, 'outside', 'x.jsonl'),
    join(tree.home, 'x.jsonl'),
    join(tree.root, 'x.jsonl'),
    join(tree.root, 'credentials.json'),
    join(tree.root, 'projects', 'x.jsonl'),
    join(tree.root, 'projects', 'notes.txt'),
    join(tree.root, 'projects', '-a', 'notes.txt'),
  ])
    writeFileSync(path, `${lines}\n`)
  symlinkSync(join(tree.home, 'outside', 'x.jsonl'), join(tree.root, 'projects', '-a', 'link.jsonl'))
  symlinkSync(join(tree.home, 'outside'), join(tree.root, 'projects', '-linked'))
  symlinkSync(
    join(tree.home, 'outside', 'x.jsonl'),
    join(tree.root, 'projects/-a/s/subagents/agent-link.jsonl'),
  )
  assets = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-assets-')))
  mkdirSync(join(assets, 'assets'))
  writeFileSync(join(assets, 'index.html'), '<!doctype html><title>Page</title>')
  writeFileSync(join(assets, 'assets', 'app-0a1B_c2d.js'), 'export {}')
  writeFileSync(join(assets, '.hidden.html'), SECRET)
  writeFileSync(join(assets, '..', 'antiphon-neighbour.html'), SECRET)
  symlinkSync(join(tree.home, 'x.jsonl'), join(assets, 'link.html'))
  server = await startTestServer({ roots: [tree.root], assets })
  const rows = await server.lines<SessionRow>('/api/sessions')
  id = rows.find(row => row.sessionId === 's')!.id
})
afterAll(async () => {
  await server.close()
  tree.remove()
  rmSync(join(assets, '..', 'antiphon-neighbour.html'), { force: true })
  rmSync(assets, { recursive: true })
})

function forge(...parts: readonly string[]): string {
  const [hash] = Buffer.from(id, 'base64url').toString().split('/')
  return Buffer.from([hash, ...parts].join('/')).toString('base64url')
}

describe('an id', () => {
  const forged: readonly (readonly [string, () => string])[] = [
    ['that leads up', () => forge('..', '..', 'x')],
    ['that leads up by the session', () => forge('-a', '../../../x')],
    ['that leads up by the project', () => forge('../..', 'x')],
    ['that leads up below the session', () => forge('-a', 's', '..', '..', '..', '..', 'agent-x')],
    ['with a dot as the project', () => forge('.', 'x')],
    ['with dots alone', () => forge('..', '..')],
    ['with backslashes', () => forge('-a', '..\\..\\x')],
    ['with a NUL', () => forge('-a', 's.jsonl\0')],
    ['with a NUL inside', () => forge('-a\0', 's')],
    ['with a newline', () => forge('-a', 's\n')],
    ['with percent signs', () => forge('-a', '%2e%2e%2fx')],
    [
      'with overlong dots',
      () =>
        Buffer.concat([
          Buffer.from(forge('-a'), 'base64url'),
          Buffer.from([0x2f, 0xc0, 0xae, 0xc0, 0xae]),
        ]).toString('base64url'),
    ],
    ['of a log that is no subagent', () => forge('-a', 's', 'tool-results', 'notes')],
    [
      'of a file outside of projects',
      () => encodeLogId({ root: tree.home, key: { project: '.claude', session: 'x' } }),
    ],
    ['of a link that leads out', () => forge('-a', 'link')],
    ['of a folder that leads out', () => forge('-linked', 'x')],
    ['of a subagent that leads out', () => forge('-a', 's', 'subagents', 'agent-link')],
    ['of a folder', () => forge('-a', 's', 'subagents')],
    ['below a file', () => forge('notes.txt', 'x')],
    ['of an absolute path', () => forge('', 'etc', 'passwd')],
    ['of no root', () => Buffer.from('ffffffffffff/-a/s').toString('base64url')],
    ['with nothing behind the root', () => forge()],
    ['with an empty session', () => forge('-a', '')],
    ['with padding', () => `${id}==`],
    ['in another base64', () => `${id}+/`],
    ['of raw dots', () => '../../x'],
    ['of encoded dots', () => '..%2f..%2fx'],
    ['of twice encoded dots', () => '%252e%252e%252fx'],
    ['of a drive', () => 'C:\\x'],
    ['of a URL', () => 'file:///etc/passwd'],
    ['of 5,000 characters', () => forge('-a', 'x'.repeat(4000))],
    ['that is very deep', () => forge('-a', 's', ...Array.from({ length: 60 }, () => 'd'), 'agent-x')],
    ['that is empty', () => ''],
    ['of __proto__', () => '__proto__'],
  ]
  it.each(forged)('%s names nothing', async (_, make) => {
    for (const path of ['page?', 'entry?seq=0&', 'follow?from=0&']) {
      const encoded = await server.ask(`/api/${path}session=${encodeURIComponent(make())}`)
      expect(encoded.status).toBe(404)
      expect(encoded.text).not.toContain(SECRET)
    }
    expect(server.openStreams()).toBe(0)
  })

  it('has one spelling', async () => {
    expect((await server.ask(`/api/page?session=${id}`)).status).toBe(200)
    const last = id.at(-1)!
    for (const other of ['A', 'B', 'Q', 'g', 'w'].filter(letter => letter !== last))
      expect((await server.ask(`/api/page?session=${id.slice(0, -1)}${other}`)).status).toBe(404)
  })

  it.each([
    '..',
    '../../x',
    '..%2F..%2Fx',
    '%00',
    'link',
    '../s',
    '1/../../s',
    '/etc/passwd',
    'x'.repeat(4000),
  ])('of a subagent such as %j names nothing', async agent => {
    const { status, text } = await server.ask(`/api/page?session=${id}&agentId=${agent}`)
    expect(status).toBe(404)
    expect(text).not.toContain(SECRET)
  })

  it('too long for a header is refused before anybody reads it', async () => {
    expect((await server.ask(`/api/page?session=${'A'.repeat(100_000)}`)).status).toBe(431)
  })
})

describe('the token', () => {
  const API = [
    '/api/sessions',
    '/api/changes',
    '/api/search?q=x',
    '/api/page',
    '/api/entry',
    '/api/follow',
    '/api/',
    '/api',
    '/api/none',
  ]

  it.each(API)('is needed for %s', async path => {
    const target = path.replace(/(page|entry|follow)$/, `$1?session=${id}&seq=0`)
    for (const headers of [
      {},
      { cookie: `antiphon-${server.port}=` },
      { cookie: `antiphon-${server.port}=${server.token}` },
      { cookie: `antiphon-1=${server.cookie.split('=')[1]}` },
      { authorization: 'Bearer ' },
      { authorization: 'Bearer wrong' },
      { authorization: `Basic ${server.token}` },
      { authorization: server.token },
    ]) {
      const { status, text, headers: answered } = await server.ask(target, { isStranger: true, headers })
      expect(status).toBe(401)
      expect(text).not.toContain('Open.')
      expect(answered['set-cookie']).toBeUndefined()
    }
  })

  it('in the address is no token', async () => {
    expect((await server.ask(`/api/sessions?token=${server.token}`, { isStranger: true })).status).toBe(401)
  })

  it('lets a program in as a bearer', async () => {
    const headers = { authorization: `Bearer ${server.token}` }
    expect((await server.ask('/api/sessions', { isStranger: true, headers })).status).toBe(200)
  })

  const login = (body: string, headers: Record<string, string> = {}): ReturnType<typeof askAt> =>
    askAt(server.port, '/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin, ...headers },
      body,
    })

  it('is exchanged for a cookie that scripts cannot read and other sites cannot send', async () => {
    const { status, headers } = await login(JSON.stringify({ token: server.token }))
    expect(status).toBe(204)
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^antiphon-\d+=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict$/),
    ])
    expect(headers['set-cookie']?.[0]).not.toContain(server.token)
  })

  it.each([
    '',
    '{}',
    'null',
    '[]',
    '{"token":',
    '{"token":null}',
    '{"token":["x"]}',
    '{"token":""}',
    '{"token":"wrong"}',
  ])('is not %s', async body => {
    const { status, headers } = await login(body)
    expect(status).toBe(401)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('is taken only from our own page, as JSON, and short', async () => {
    const body = JSON.stringify({ token: server.token })
    for (const origin of [
      'http://evil.test',
      'null',
      `http://127.0.0.1:${server.port + 1}`,
      `https://127.0.0.1:${server.port}`,
      `http://localhost:${server.port}`,
    ])
      expect((await login(body, { origin })).status).toBe(403)
    for (const site of ['cross-site', 'same-site', 'none', 'x'])
      expect((await login(body, { 'sec-fetch-site': site })).status).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect((await login(body, { 'content-type': type })).status).toBe(401)
    expect((await login(`${' '.repeat(100_000)}${body}`)).status).toBe(413)
    const silent = await askAt(server.port, '/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(silent.status).toBe(403)
  })
})

describe('a request', () => {
  it.each([
    'evil.test',
    'evil.test:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.test:PORT',
    '127.0.0.1.evil.test:PORT',
    'evil.test@127.0.0.1:PORT',
    '[::1]:PORT',
    '0.0.0.0:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    'localhost.:PORT',
    '127.0.0.1:PORT@evil.test',
  ])('under the name %j is not answered', async host => {
    for (const path of ['/api/sessions', '/', '/assets/app-0a1B_c2d.js']) {
      const { status, text } = await server.ask(path, {
        headers: { host: host.replace('PORT', String(server.port)) },
      })
      expect([400, 421]).toContain(status)
      expect(text).not.toContain('Page')
    }
  })

  it('under our own names is answered', async () => {
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, `LOCALHOST:${server.port}`])
      expect((await server.ask('/api/sessions', { headers: { host } })).status).toBe(200)
  })

  it.each([
    ['another origin', { origin: 'http://evil.test' }],
    ['no origin', { origin: 'null' }],
    ['a neighbour on another port', { origin: 'http://127.0.0.1:1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['the same site', { 'sec-fetch-site': 'same-site' }],
  ])('from %s is refused', async (_, headers) => {
    for (const path of [
      '/api/sessions',
      '/api/changes',
      `/api/follow?session=${id}&from=0`,
      `/api/page?session=${id}`,
    ]) {
      const answer = await server.ask(path, { headers })
      expect(answer.status).toBe(403)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(server.openStreams()).toBe(0)
  })

  it('from our own page is answered; nobody types the address of a stream', async () => {
    const own = { origin: server.origin, 'sec-fetch-site': 'same-origin' }
    expect((await server.ask('/api/sessions', { headers: own })).status).toBe(200)
    expect((await server.ask('/api/sessions', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
    expect((await server.ask('/api/changes', { headers: { 'sec-fetch-site': 'none' } })).status).toBe(403)
  })

  it.each(['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    'with %s changes and reads nothing',
    async method => {
      const own = { origin: server.origin }
      for (const path of ['/api/sessions', '/api/changes', '/api/none', `/api/page?session=${id}`])
        expect(
          (await server.ask(path, { method, headers: { ...own, 'x-http-method-override': 'GET' } })).status,
        ).toBe(405)
      expect((await server.ask('/', { method, headers: own })).status).toBe(method === 'HEAD' ? 200 : 405)
      expect(server.openStreams()).toBe(0)
    },
  )

  it.each(['/api/login', '/api/login?x'])('to %s is a POST', async path => {
    expect((await server.ask(path)).status).toBe(path.includes('?') ? 404 : 405)
  })

  it('for no preflight gets leave to come', async () => {
    const { status, headers } = await server.ask('/api/login', {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.test', 'access-control-request-method': 'POST' },
    })
    expect(status).toBe(405)
    expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })

  it.each([
    'GET http://evil.test/api/sessions HTTP/1.1\r\nHost: 127.0.0.1:PORT',
    'GET //api/sessions HTTP/1.1\r\nHost: 127.0.0.1:PORT',
    'GET //evil.test/ HTTP/1.1\r\nHost: 127.0.0.1:PORT',
    'GET /api/sessions HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.test',
    'GET /api/sessions HTTP/1.1\r\nHost: evil.test\r\nHost: 127.0.0.1:PORT',
    'GET /api/sessions HTTP/1.1\r\nX: y',
    'GET /api/sessions HTTP/1.1\r\nHost:',
    'GET /api/sessions HTTP/1.0',
    'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:PORT',
    'GET * HTTP/1.1\r\nHost: 127.0.0.1:PORT',
    'GET /api/sessions HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nTransfer-Encoding: chunked',
    'GARBAGE',
  ])('in the form %j gets no content', async head => {
    const text = await sendRaw(
      `${head.replaceAll('PORT', String(server.port))}\r\nCookie: ${server.cookie}\r\nConnection: close\r\n\r\n`,
    )
    expect(text).not.toContain('"sessionId"')
    expect(text).not.toContain('200 OK')
  })
})

describe('a path', () => {
  it.each([
    '/../antiphon-neighbour.html',
    '/assets/../../antiphon-neighbour.html',
    '/%2e%2e/antiphon-neighbour.html',
    '/..%2fantiphon-neighbour.html',
    '/..%5cantiphon-neighbour.html',
    '/assets/..;/antiphon-neighbour.html',
    '/%252e%252e/antiphon-neighbour.html',
    '/.hidden.html',
    '/link.html',
    '/index.html%00.js',
    '/index.html/',
    '/assets//app-0a1B_c2d.js',
    '/ASSETS/app-0a1B_c2d.js',
    '/api%2fsessions.json',
    '/file:///etc/passwd.txt',
  ])('such as %s leads to nothing', async path => {
    const { status, text } = await server.ask(path)
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('export')
    if (status === 200) expect(text).toContain('<title>Page</title>')
    else expect([400, 404]).toContain(status)
  })

  it.each(['/API/sessions', '/api%2Fsessions', '/api/../api/sessions', '/%61pi/sessions', '/api;/sessions'])(
    'such as %s is no way around the token',
    async path => {
      const { text } = await server.ask(path, { isStranger: true })
      expect(text).not.toContain('Open.')
    },
  )
})

describe('every answer', () => {
  it('says that nothing may be loaded, framed, guessed or kept', async () => {
    for (const path of [
      '/',
      '/assets/app-0a1B_c2d.js',
      '/api/sessions',
      '/api/none',
      `/api/page?session=${id}`,
      '/none.js',
    ]) {
      for (const isStranger of [false, true]) {
        const { headers } = await server.ask(path, { isStranger })
        const policy = headers['content-security-policy']
        for (const part of [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "font-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ])
          expect(policy).toContain(part)
        expect(policy).not.toContain('unsafe')
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
        if (path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
      }
    }
  })

  it('that failed tells nothing of this machine', async () => {
    for (const path of ['/api/none', '/api/page?session=x', '/none.js', `/api/entry?session=${id}&seq=77`]) {
      const { text } = await server.ask(path)
      expect(text).not.toContain(tree.home)
      expect(text).not.toMatch(/\bat .+:\d+/)
    }
  })
})

describe('the page', () => {
  it('is there with its types, for links into it, and may be kept where its name tells its content', async () => {
    const page = await server.ask('/', { isStranger: true })
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    })
    expect((await server.ask('/session/abc', { isStranger: true })).text).toBe(page.text)
    const script = await server.ask('/assets/app-0a1B_c2d.js', { isStranger: true })
    expect(script).toMatchObject({
      status: 200,
      text: 'export {}',
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
    expect((await server.ask('/assets/none-0a1B_c2d.js', { isStranger: true })).status).toBe(404)
    const head = await server.ask('/', { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, text: '' })
  })

  it('says so where it is not built', async () => {
    const other = await startTestServer({ roots: [tree.root], assets: join(tree.home, 'none') })
    const { status, text, headers } = await other.ask('/', { isStranger: true })
    expect(status).toBe(503)
    expect(text).toContain('The page is not built')
    expect(headers['content-type']).toContain('text/html')
    expect((await other.ask('/api/sessions')).status).toBe(200)
    await other.close()
  })
})

/** Bytes as they stand, which no client would send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(10_000, () => socket.destroy())
    socket.setEncoding('utf8').on('data', piece => (answer += piece))
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
