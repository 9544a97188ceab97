import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type AccessPerson, createAccessToken, hashAccessToken, keepAccessPerson } from '@antiphon/host'
import { encodeLogId } from '@antiphon/server'
import { ROUTE_ACCESS, ROUTES, type RoutePath } from '@antiphon/server/protocol'
import { toProjectKey } from '@antiphon/transcript'
import { createSessionTree, exchange, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, askAt, startTestServer, type TestServer, until } from './server-kit.ts'

const SECRET = 'Where the spare key lies'
const OTHER = 'The lamp is lit'
const HOUR_MS = 60 * 60 * 1000
const HEADER = 'x-forwarded-user'
let tree: SessionTree
let server: TestServer
let config: string
let [ours, theirs] = ['', '']
let [open, secret] = ['', '']
let liar = ''
let chat = ''
const tokens = {
  reader: createAccessToken(),
  driver: createAccessToken(),
  expired: createAccessToken(),
  revoked: createAccessToken(),
  limited: createAccessToken(),
  wrong: createAccessToken(),
}

function person(name: string, changes: Partial<AccessPerson>): AccessPerson {
  return {
    ...{ name, role: 'reader', projects: null, tokenHash: null, expiresAt: null, revokedAt: null },
    createdAt: new Date().toISOString(),
    ...changes,
  }
}

beforeAll(async () => {
  tree = createSessionTree()
  ;[config, ours, theirs] = [join(tree.home, 'config'), join(tree.home, 'ours'), join(tree.home, 'theirs')]
  const elsewhere = join(tree.home, 'elsewhere')
  for (const folder of [ours, theirs, elsewhere]) mkdirSync(folder)
  tree.write(`${toProjectKey(ours)}/one.jsonl`, exchange(OTHER, { sessionId: 'one', cwd: ours }))
  tree.write(`${toProjectKey(theirs)}/two.jsonl`, exchange(SECRET, { sessionId: 'two', cwd: theirs }))
  // A log of one project that says that it works in the folder of another.
  tree.write(`${toProjectKey(ours)}/liar.jsonl`, exchange(OTHER, { sessionId: 'liar', cwd: elsewhere }))
  tree.write(`${toProjectKey(theirs)}/gone.jsonl`, exchange(SECRET, { sessionId: 'gone', cwd: theirs }))
  liar = encodeLogId({ root: tree.root, key: { project: toProjectKey(ours), session: 'liar' } })
  ;[open, secret] = [
    encodeLogId({ root: tree.root, key: { project: toProjectKey(ours), session: 'one' } }),
    encodeLogId({ root: tree.root, key: { project: toProjectKey(theirs), session: 'two' } }),
  ]
  const people = [
    person('Rea', { tokenHash: hashAccessToken(tokens.reader) }),
    person('Dri', { role: 'driver', tokenHash: hashAccessToken(tokens.driver) }),
    person('Old', {
      role: 'driver',
      tokenHash: hashAccessToken(tokens.expired),
      expiresAt: '2020-01-01T00:00:00Z',
    }),
    person('Out', {
      role: 'driver',
      tokenHash: hashAccessToken(tokens.revoked),
      revokedAt: '2020-01-01T00:00:00Z',
    }),
    person('Lim', { role: 'driver', tokenHash: hashAccessToken(tokens.limited), projects: [ours] }),
    person('prox@example.org', {}),
  ]
  for (const one of people) expect(await keepAccessPerson(config, one)).toBeNull()
  server = await startTestServer({
    roots: [tree.root],
    configFolder: config,
    proxy: { addresses: ['127.0.0.2'], header: HEADER },
    hostNames: ['sessions.example'],
    agents: {
      env: {
        HOME: tree.home,
        PATH: process.env.PATH ?? '',
        CLAUDE_CONFIG_DIR: tree.root,
        ANTIPHON_CLAUDE: '/none',
      },
      cwd: theirs,
    },
  })
  const gone = encodeLogId({ root: tree.root, key: { project: toProjectKey(theirs), session: 'gone' } })
  expect((await ask('sessions/delete', { session: gone }, server.token)).status).toBe(200)
  const opened = await ask('chat/open', { cwd: theirs, agent: 'demo' }, server.token)
  chat = JSON.parse(opened.text).chat
})
afterAll(async () => {
  await server.close()
  tree.remove()
})

/** A question of each route about a session, or the chat, of the other project. */
function toQuestion(path: RoutePath): Readonly<Record<string, unknown>> {
  const uuid = randomUUID()
  const all: Partial<Record<RoutePath, object>> = {
    login: { token: 'x' },
    'sessions/rename': { session: secret, title: 'Mine' },
    'sessions/restore': { trashed: 'x' },
    'settings/change': { changes: { theme: 'dark' } },
    'search/sessions': { q: 'key' },
    'search/session': { q: 'key', session: secret },
    search: { q: 'key' },
    find: { q: 'key', session: secret },
    compare: { one: open, other: secret },
    'share/file': { session: secret, format: 'md' },
    'doctor/mend': { session: secret, fingerprint: 'x' },
    entry: { session: secret, seq: 0 },
    line: { session: secret, seq: 0 },
    numbers: { by: 'session', stack: 'session' },
    'chat/open': { session: secret, agent: 'demo' },
    'chat/prompt': { chat, uuid, text: '', contexts: [] },
    'chat/control': { chat, frame: { type: 'control_response', response: { request_id: 'none' } } },
    'chat/presence': { chat, place: 'x', author: { id: 'x', name: 'Somebody else' }, activity: 'idle' },
    'chat/rewind': { chat, message: uuid, isDryRun: true },
    'chat/release': { chat },
    'chat/close': { chat: 'none' },
    'chat/context': { chat, query: 'x' },
  }
  const { reach } = ROUTE_ACCESS[path]
  const usual = reach === 'log' ? { session: secret } : reach === 'chat' ? { chat } : {}
  return { ...usual, ...all[path] }
}

type Keys = Readonly<Record<string, string>>

/** Asks as the table says, with a token as a bearer; of what goes on and on only the beginning is read. */
async function ask(
  path: RoutePath,
  question: object,
  token: string | null,
  more: Keys = {},
): Promise<Pick<Answer, 'status' | 'text'>> {
  const headers = { ...(token !== null && { authorization: `Bearer ${token}` }), ...more }
  const { method, kind } = ROUTES[path]
  if (method === 'post')
    return askAt(server.port, `/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.origin, ...headers },
      body: JSON.stringify(question),
    })
  const address = `/api/${path}?${new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]))}`
  if (kind !== 'events') return askAt(server.port, address, { headers })
  const listener = await server.listen(address, { cookie: '', ...headers })
  if (listener.status === 200) await until(() => path !== 'changes' || listener.text().includes('agents'))
  listener.leave()
  return { status: listener.status, text: listener.text() }
}

const SHOWN: ReadonlySet<RoutePath> = new Set<RoutePath>([
  ...(['sessions', 'sessions/trash', 'search', 'search/sessions', 'doctor', 'page'] as const),
])
const PATHS = Object.keys(ROUTES) as RoutePath[]
const CLOSED = PATHS.filter(path => ROUTE_ACCESS[path].role !== 'anybody')

describe('the table of who may ask what', () => {
  it('has every route, and says of each that names a log or a chat that it reaches one', () => {
    expect(Object.keys(ROUTE_ACCESS).sort()).toEqual([...PATHS].sort())
    expect(PATHS.filter(path => ROUTE_ACCESS[path].role === 'anybody')).toEqual(['login'])
    for (const path of PATHS.filter(
      one => ROUTES[one].method === 'post' && one !== 'login' && one !== 'chat/presence',
    ))
      expect(ROUTE_ACCESS[path].role, path).not.toBe('reader')
    for (const path of PATHS) {
      const read = ROUTES[path].read({
        ...toQuestion(path),
        session: secret,
        chat: 'c',
        one: open,
        other: secret,
      })
      const fields = typeof read === 'object' ? Object.keys(read) : []
      const { reach } = ROUTE_ACCESS[path]
      if (fields.includes('session')) expect(['log', 'list', 'place'], path).toContain(reach)
      if (fields.includes('chat')) expect(reach, path).toBe('chat')
      if (fields.includes('one')) expect(reach, path).toBe('logs')
    }
  })

  it.each(CLOSED)('keeps %s from strangers, and from those whose access is over', async path => {
    const question = toQuestion(path)
    for (const token of [null, '', tokens.wrong, tokens.expired, tokens.revoked]) {
      const { status, text } = await ask(path, question, token)
      expect([status, text.includes(SECRET)], `${path} ${token}`).toEqual([401, false])
    }
  })

  it.each(CLOSED)('lets a reader ask %s or not', async path => {
    const { status, text } = await ask(path, toQuestion(path), tokens.reader)
    if (ROUTE_ACCESS[path].role === 'reader') expect([401, 403, 500], text).not.toContain(status)
    else expect([status, text.includes(SECRET)]).toEqual([403, false])
    // What is kept from others below is there to be seen.
    if (SHOWN.has(path))
      expect(
        [SECRET, secret].some(hint => text.includes(hint)),
        text,
      ).toBe(true)
  })

  it.each(CLOSED)('shows nothing of another project by %s to somebody who is limited to one', async path => {
    const { status, text } = await ask(path, toQuestion(path), tokens.limited)
    for (const hint of [SECRET, secret, theirs, toProjectKey(theirs)]) expect(text, path).not.toContain(hint)
    const { reach, role } = ROUTE_ACCESS[path]
    if (role === 'owner') expect(status).toBe(403)
    else if (reach === 'log' || reach === 'logs' || reach === 'place') expect(status, text).toBe(404)
    else if (reach === 'chat') expect(status, text).toBe(404)
  })
})

describe('somebody who is limited to a project', () => {
  it('sees all of that, counts and finds only it, and works only in its folder', async () => {
    const { limited } = tokens
    expect((await ask('sessions', {}, limited)).text).toContain(OTHER)
    expect((await ask('page', { session: open }, limited)).text).toContain(OTHER)
    expect((await ask('search', { q: 'lamp' }, limited)).text).toContain('lamp')
    const found = (await ask('search/sessions', { q: 'the' }, limited)).text.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(found)).toMatchObject({ kind: 'total', sessions: 2 })
    const numbers = (await ask('numbers', { by: 'session' }, limited)).text.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(numbers).report).toMatchObject({ files: { total: 2 } })
    expect((await ask('home', {}, limited)).status).toBe(200)
    // How much there is of others is not told, either.
    expect(JSON.parse((await ask('search-status', {}, limited)).text).sourceBytes).toBe(100)
    const [none, other] = [{ chat: 'none' }, { chat }]
    expect((await ask('chat/state', other, limited)).text).toBe((await ask('chat/state', none, limited)).text)
    expect(JSON.parse((await ask('chat/choices', {}, limited)).text).folders).toEqual([ours])
    for (const cwd of [theirs, tree.home, `${ours}/../theirs`, '~', undefined])
      expect((await ask('chat/open', { cwd, agent: 'demo' }, limited)).status).toBe(403)
    const fork = { session: open, fork: true, cwd: theirs, agent: 'demo' }
    expect((await ask('chat/open', fork, limited)).status).toBe(403)
    for (const wish of [{}, { fork: true }, { cwd: ours }, { fork: true, before: randomUUID() }])
      expect(
        (await ask('chat/open', { session: liar, agent: 'demo', ...wish }, limited)).status,
        JSON.stringify(wish),
      ).toBe(403)
    const opened = await ask('chat/open', { cwd: `${ours}/`, agent: 'demo' }, limited)
    expect(opened.status, opened.text).toBe(200)
    const mine = JSON.parse(opened.text).chat
    expect(JSON.parse((await ask('chat/running', {}, limited)).text)).toEqual([
      expect.objectContaining({ chat: mine }),
    ])
    expect(JSON.parse((await ask('chat/running', {}, server.token)).text)).toHaveLength(2)
    expect((await ask('chat/close', { chat: mine }, limited)).status).toBe(204)
  })
})

describe('who somebody is', () => {
  it('is told to their page, and to others under the name that they were given', async () => {
    expect(JSON.parse((await ask('about', {}, tokens.limited)).text).you).toEqual({
      ...{ name: 'Lim', role: 'driver', isLimited: true },
    })
    expect(JSON.parse((await ask('about', {}, server.token)).text).you).toMatchObject({ role: 'owner' })
    await ask('chat/presence', toQuestion('chat/presence'), tokens.reader)
    const { people } = JSON.parse((await ask('chat/state', { chat }, tokens.driver)).text)
    expect(people.map((one: { author: { name: string } }) => one.author.name)).toEqual(['Rea'])
    const settings = JSON.parse((await ask('settings', {}, tokens.reader)).text)
    expect([settings.file, settings.settings.folders]).toEqual([null, []])
  })

  it('is believed of a proxy’s header only from its address', async () => {
    const named = { [HEADER]: 'prox@example.org' }
    for (const token of [null, tokens.driver, server.token])
      expect((await ask('sessions', {}, token, named)).status, 'spoofed').toBe(403)
    const proxied = (headers: Keys, path = '/api/about'): Promise<Answer> =>
      askAt(server.port, path, { headers, from: '127.0.0.2' })
    expect(JSON.parse((await proxied(named)).text).you).toMatchObject({
      name: 'prox@example.org',
      role: 'reader',
    })
    expect((await proxied({ [HEADER]: 'Nobody' })).status).toBe(401)
    expect((await proxied({ [HEADER]: 'Out' })).status).toBe(401)
    expect((await proxied({ [HEADER]: ' ' })).status).toBe(403)
    expect((await proxied({})).status).toBe(401)
  })

  it('is never the owner for what a proxy forwards, even from this machine and with the link', async () => {
    const owner = { authorization: `Bearer ${server.token}` }
    const about = (headers: Keys): Promise<Answer> => askAt(server.port, '/api/about', { headers })
    expect((await about(owner)).status).toBe(200)
    for (const mark of [
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.7' },
      { host: 'sessions.example' },
      { host: `Sessions.example:${server.port}` },
    ])
      expect((await about({ ...owner, ...mark } as Keys)).status, JSON.stringify(mark)).toBe(401)
    const login = await askAt(server.port, '/api/login', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...{ origin: 'https://sessions.example', host: 'sessions.example' },
      },
      body: JSON.stringify({ token: server.token }),
    })
    expect(login.status).toBe(401)
  })

  it('is exchanged for a cookie that ends with their access, as does what they follow', async () => {
    const token = createAccessToken()
    const brief = person('Brief', { tokenHash: hashAccessToken(token) })
    await keepAccessPerson(config, brief)
    const host = { host: 'sessions.example', origin: 'https://sessions.example' }
    const login = await askAt(server.port, '/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...host },
      body: JSON.stringify({ token }),
    })
    expect(login.headers['set-cookie']?.[0]).toMatch(/HttpOnly; Secure; SameSite=Strict$/)
    expect(login.headers['set-cookie']?.[0]).not.toContain(token)
    const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const listener = await server.listen('/api/changes', { cookie })
    expect(listener.status).toBe(200)
    const streams = server.openStreams()
    await keepAccessPerson(config, { ...brief, revokedAt: new Date(Date.now() - HOUR_MS).toISOString() })
    expect((await askAt(server.port, '/api/about', { headers: { cookie } })).status).toBe(401)
    await until(() => server.openStreams() < streams)
    // A new token is another one: the old cookie stays out.
    await keepAccessPerson(config, { ...brief, tokenHash: hashAccessToken(createAccessToken()) })
    expect((await askAt(server.port, '/api/about', { headers: { cookie } })).status).toBe(401)
  })
})

describe('what somebody follows', () => {
  it('ends where their token was replaced, even if nobody looked between', async () => {
    const token = createAccessToken()
    const again = person('Again', { tokenHash: hashAccessToken(token) })
    await keepAccessPerson(config, again)
    const listener = await server.listen('/api/changes', { cookie: '', authorization: `Bearer ${token}` })
    expect(listener.status).toBe(200)
    const streams = server.openStreams()
    await keepAccessPerson(config, { ...again, tokenHash: hashAccessToken(createAccessToken()) })
    await until(() => server.openStreams() < streams)
  })
})

describe('the audit log', () => {
  it('has who did what from where before it is done, and that it was refused', async () => {
    expect((await ask('sessions/rename', { session: open, title: 'Lit' }, tokens.driver)).status).toBe(200)
    expect((await ask('share/file', { session: open, format: 'md' }, tokens.driver)).status).toBe(200)
    await ask('chat/control', toQuestion('chat/control'), tokens.driver)
    await ask('sessions/delete', { session: secret }, tokens.limited)
    const path = join(config, 'audit.jsonl')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const text = readFileSync(path, 'utf8')
    for (const token of Object.values(tokens)) expect(text).not.toContain(token)
    const records = text
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const known = { by: 'token', role: 'driver', address: '127.0.0.1' }
    const session = `${toProjectKey(ours)}/one`
    for (const record of [
      { who: 'Dri', what: 'rename', outcome: 'begun', session, detail: 'Lit', ...known },
      { who: 'Dri', what: 'export', outcome: 'begun', session, detail: 'md', ...known },
      { who: 'Dri', what: 'answer', outcome: 'begun', ...known },
      { who: 'Dri', what: 'answer', outcome: 'refused', ...known },
      { who: 'Lim', what: 'deletion', outcome: 'refused', session: `${toProjectKey(theirs)}/two`, ...known },
      { who: null, by: 'link', what: 'deletion', outcome: 'begun', role: 'owner' },
      { who: null, by: 'link', what: 'start', outcome: 'begun' },
      { who: 'Lim', what: 'takeover', outcome: 'refused' },
    ])
      expect(records).toContainEqual(expect.objectContaining(record))
  })
})
