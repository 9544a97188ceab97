import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { type AccessPerson, createAccessToken, hashAccessToken, keepAccessPerson } from '@antiphon/host'
import { type RunningServer, type ServerOptions, startServer } from '@antiphon/server'
import { ROUTES } from '@antiphon/server/protocol'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach } from 'vitest'

/** A server with somebody who may ask it. */
export type TestServer = RunningServer & {
  readonly port: number
  readonly cookie: string
  /** Asks with the cookie. */
  ask(path: string, options?: AskOptions): Promise<Answer>
  json<T>(path: string): Promise<T>
  lines<T>(path: string): Promise<readonly T[]>
  /** An answer that goes on. */
  listen(path: string, headers?: Readonly<Record<string, string>>): Promise<Listener>
}

export type AskOptions = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Without the cookie. */
  readonly isStranger?: boolean
  /** The address that it comes from: any that begins with 127. */
  readonly from?: string
}

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

export interface Listener {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The next events, as many as are asked for. */
  take(count: number): Promise<readonly HeardEvent[]>
  /** All that was heard so far, as it came. */
  text(): string
  leave(): void
}

export type HeardEvent = { readonly id: string | undefined; readonly data: unknown }

export async function startTestServer(
  options: Omit<ServerOptions, 'assets'> & { readonly assets?: string },
): Promise<TestServer> {
  const server = await startServer({ assets: '/nowhere', workers: 0, ...options })
  const port = Number(new URL(server.origin).port)
  const login = await askAt(port, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
    body: JSON.stringify({ token: server.token }),
  })
  const cookie = login.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const ask: TestServer['ask'] = (path, { isStranger, ...asked } = {}) =>
    askAt(port, path, { ...asked, headers: { ...(isStranger ? {} : { cookie }), ...asked.headers } })
  return {
    ...server,
    port,
    cookie,
    ask,
    async json(path) {
      const { status, text } = await ask(path)
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return checkAnswer(path, JSON.parse(text))
    },
    async lines(path) {
      const { status, text } = await ask(path)
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return text
        .split('\n')
        .filter(Boolean)
        .map(line => checkAnswer(path, JSON.parse(line)))
    },
    listen: (path, headers = {}) => listenAt(port, path, { cookie, ...headers }),
  }
}

/** Lets somebody in to a window that keeps people in a folder; gives their token. */
export async function letIn(
  configFolder: string,
  role: AccessPerson['role'],
  changes: Partial<AccessPerson> = {},
): Promise<string> {
  const token = createAccessToken()
  const problem = await keepAccessPerson(configFolder, {
    ...{ name: `A ${role}`, role, projects: null, expiresAt: null, revokedAt: null },
    ...{ createdAt: new Date().toISOString(), tokenHash: hashAccessToken(token) },
    ...changes,
  })
  if (problem !== null) throw new Error(problem)
  return token
}

/** What the server answers has the shape that the page expects, in every test. */
function checkAnswer<T>(path: string, value: T): T {
  const name = new URL(path, 'http://127.0.0.1').pathname.slice('/api/'.length)
  const route = Object.entries(ROUTES).find(([path]) => path === name)?.[1]
  const isFailure = typeof value === 'object' && value !== null && 'error' in value
  if (route && !isFailure && !route.isAnswer(value)) throw new Error(`${path}: ${JSON.stringify(value)}`)
  return value
}

/** A request as it stands, with nothing normalised on the way. */
export async function askAt(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, from }: AskOptions,
): Promise<Answer> {
  const answer = await send(port, path, { method, headers, body, from })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }
}

type Sent = {
  readonly method: string
  readonly headers: NonNullable<AskOptions['headers']>
  readonly body?: string | undefined
  readonly from?: string | undefined
}

function send(port: number, path: string, { method, headers, body, from }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        ...{ host: '127.0.0.1', port, path, method, headers: { ...headers }, agent: false },
        ...(from !== undefined && { localAddress: from }),
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function listenAt(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Listener> {
  const answer = await send(port, path, { method: 'GET', headers })
  let text = ''
  let read = 0
  const events: HeardEvent[] = []
  let wake = (): void => {}
  answer.setEncoding('utf8')
  answer.on('data', piece => {
    text += piece
    for (let end = text.indexOf('\n\n', read); end !== -1; end = text.indexOf('\n\n', read)) {
      const event = parseEvent(text.slice(read, end))
      if (event) events.push({ ...event, data: checkAnswer(path, event.data) })
      read = end + 2
    }
    wake()
  })
  answer.on('error', () => {})
  answer.on('close', () => wake())
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    async take(count) {
      const deadline = Date.now() + 60_000
      while (events.length < count) {
        if (answer.destroyed || Date.now() > deadline)
          throw new Error(`heard ${events.length} of ${count} events`)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, 1000)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      return events.splice(0, count)
    },
    text: () => text,
    leave: () => answer.destroy(),
  }
}

function parseEvent(block: string): HeardEvent | null {
  const lines = block.split('\n')
  const data = lines.find(line => line.startsWith('data: '))?.slice('data: '.length)
  const id = lines.find(line => line.startsWith('id: '))?.slice('id: '.length)
  return data === undefined ? null : { id, data: JSON.parse(data) }
}

/** Waits for something that is bound to happen. */
export async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('it did not happen')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** A tree of sessions and a server over it, both new for each test. */
export type ServedTree = { readonly tree: () => SessionTree; readonly server: () => TestServer }

export function setUpServedTree(): ServedTree {
  let tree: SessionTree
  let server: TestServer
  beforeEach(async () => {
    tree = createSessionTree()
    server = await startTestServer({ roots: [tree.root] })
  })
  afterEach(async () => {
    await server.close()
    tree.remove()
  })
  return { tree: () => tree, server: () => server }
}
