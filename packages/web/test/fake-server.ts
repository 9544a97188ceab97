import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { type Asked, isMisread, ROUTES, type RouteQuestion, wordsOf } from '@antiphon/server/protocol'
import type { MemoryAnswer, MemoryPath, MemorySessions } from './memory-sessions.ts'

export type FakeServer = {
  readonly origin: string
  /** Ends every connection and takes no new one, as a server that died. */
  readonly die: () => Promise<void>
  /** Listens again on the same port. */
  readonly revive: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Serves the built page and the interface that it asks, over sessions in memory, with the real server's policy. */
export async function startFakeServer(folder: string, sessions: MemorySessions): Promise<FakeServer> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    handle({ request, response, folder, sessions }).catch(() => {
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
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
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
  readonly sessions: MemorySessions
}

async function handle({ request, response, folder, sessions }: Exchange): Promise<void> {
  response.setHeader('content-security-policy', POLICY)
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (url.pathname.startsWith('/api/')) return await answerApi({ url, response, sessions })
  const path = url.pathname === '/' ? 'index.html' : normalize(url.pathname)
  const content = await readFile(join(folder, path))
  response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
  response.end(content)
}

type ApiExchange = { readonly url: URL; readonly response: ServerResponse; readonly sessions: MemorySessions }

async function answerApi({ url, response, sessions }: ApiExchange): Promise<void> {
  const controller = new AbortController()
  response.on('close', () => controller.abort())
  const { signal } = controller
  const path = url.pathname.slice('/api/'.length)
  if (!isMemoryPath(path)) throw new Error(`There is no ${url.pathname}.`)
  const answer = answerPath(path, Object.fromEntries(url.searchParams))
  if (!(Symbol.asyncIterator in answer)) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await answer))
    return
  }
  const isLines = ROUTES[path].kind === 'lines'
  response.setHeader('content-type', isLines ? 'application/x-ndjson' : 'text/event-stream')
  if (!isLines) response.write(':\n\n')
  for await (const value of answer) {
    const json = JSON.stringify(value)
    response.write(isLines ? `${json}\n` : `data: ${json}\n\n`)
  }
  response.end()

  function isMemoryPath(name: string): name is MemoryPath {
    return Object.hasOwn(sessions.answers, name)
  }

  function answerPath<Path extends MemoryPath>(path: Path, asked: Asked): MemoryAnswer<Path> {
    const question = ROUTES[path].read(asked)
    if (isMisread(question)) throw new Error(wordsOf(question))
    const answer: (question: RouteQuestion<Path>, signal: AbortSignal) => MemoryAnswer<Path> =
      sessions.answers[path]
    return answer(question, signal)
  }
}
