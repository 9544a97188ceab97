import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { MemoryBackend } from '../src/backend/memory-backend.ts'

export type FakeServer = {
  readonly origin: string
  /** Ends every connection and takes no new one, as a server that died. */
  readonly die: () => Promise<void>
  /** Listens again on the same port. */
  readonly revive: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Serves the built page and the interface that it asks, over a backend in memory, with the real server's policy. */
export async function startFakeServer(folder: string, backend: MemoryBackend): Promise<FakeServer> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    handle({ request, response, folder, backend }).catch(() => {
      if (!response.headersSent) response.writeHead(404)
      response.end()
    })
  }
  let server = createServer(answer)
  const port = await listen(server, 0)
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    die: close,
    revive: async () => {
      server = createServer(answer)
      await listen(server, port)
    },
    close,
  }
}

const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // it listens on a port
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly folder: string
  readonly backend: MemoryBackend
}

async function handle({ request, response, folder, backend }: Exchange): Promise<void> {
  response.setHeader('content-security-policy', POLICY)
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (url.pathname.startsWith('/api/')) return await answerApi({ url, response, backend })
  const path = url.pathname === '/' ? 'index.html' : normalize(url.pathname)
  const content = await readFile(join(folder, path))
  response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
  response.end(content)
}

type ApiExchange = { readonly url: URL; readonly response: ServerResponse; readonly backend: MemoryBackend }

async function answerApi({ url, response, backend }: ApiExchange): Promise<void> {
  const controller = new AbortController()
  response.on('close', () => controller.abort())
  const { signal } = controller
  const name = url.pathname.slice('/api/'.length)
  const session = url.searchParams.get('session') ?? ''
  const number = (key: string): number | undefined =>
    url.searchParams.has(key) ? Number(url.searchParams.get(key)) : undefined
  if (name === 'sessions') return await sendLines(response, backend.listSessions(signal))
  if (name === 'changes') return await sendEvents(response, backend.followSessions(signal))
  if (name === 'search')
    return await sendLines(response, backend.search(url.searchParams.get('q') ?? '', signal))
  if (name === 'find')
    return await sendLines(
      response,
      backend.findInSession({ session, query: url.searchParams.get('q') ?? '' }, signal),
    )
  if (name === 'follow')
    return await sendEvents(response, backend.follow({ session, from: number('from') ?? 0 }, signal))
  const [before, after, agentId] = [number('before'), number('after'), url.searchParams.get('agentId')]
  const agent = agentId === null ? {} : { agentId }
  const answers: Readonly<Record<string, () => Promise<unknown>>> = {
    entry: () => backend.readEntry({ session, seq: number('seq') ?? -1, ...agent }, signal),
    outline: () => backend.readOutline({ session, ...agent }, signal),
    'search-status': () => backend.readSearchProgress(signal),
    'branch-place': () =>
      backend.readBranchPlace(
        { session, leafUuid: url.searchParams.get('leafUuid') ?? '', before: before ?? 0 },
        signal,
      ),
    page: () =>
      backend.readPage(
        {
          session,
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
          ...agent,
        },
        signal,
      ),
  }
  const value = await answers[name]?.()
  if (value === undefined) throw new Error(`There is no ${name}.`)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

async function sendLines(response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> {
  response.setHeader('content-type', 'application/x-ndjson')
  for await (const value of values) response.write(`${JSON.stringify(value)}\n`)
  response.end()
}

async function sendEvents(response: ServerResponse, values: AsyncIterable<unknown>): Promise<void> {
  response.setHeader('content-type', 'text/event-stream')
  response.write(':\n\n')
  for await (const value of values) response.write(`data: ${JSON.stringify(value)}\n\n`)
  response.end()
}
