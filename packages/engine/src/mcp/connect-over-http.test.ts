import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestServer } from './testing/create-test-server.mjs'
import { createMcpHarness, findTool, type McpHarness } from './testing/mcp-harness.ts'

let mcp: McpHarness
beforeEach(async () => {
  mcp = await createMcpHarness()
})
afterEach(() => mcp.close())

describe('connectMcpServers over HTTP', () => {
  async function listen(server: HttpServer): Promise<string> {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    mcp.closeLater({
      close: () =>
        new Promise(resolve => {
          server.closeAllConnections()
          server.close(resolve)
        }),
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** A server that keeps sessions; `forget` is what a restart does to them. */
  async function startStreamable(seen: unknown[]) {
    const sessions = new Map<string, StreamableHTTPServerTransport>()
    const server = createServer(async (request, response) => {
      seen.push(request.headers.authorization)
      const id = request.headers['mcp-session-id']
      let transport = typeof id === 'string' ? sessions.get(id) : undefined
      if (typeof id === 'string' && !transport) {
        response
          .writeHead(404)
          .end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}')
        return
      }
      if (!transport) {
        const created = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: session => void sessions.set(session, created),
        })
        transport = created
        await createTestServer().connect(created)
      }
      await transport.handleRequest(request, response)
    })
    return { url: `${await listen(server)}/mcp`, forget: () => sessions.clear() }
  }

  it('calls a tool, with the headers of the configuration, and again when the server has forgotten the session', async () => {
    const seen: unknown[] = []
    const { url, forget } = await startStreamable(seen)
    const servers = await mcp.connect({ web: { type: 'http', url, headers: { authorization: 'Bearer x' } } })
    expect((await mcp.run(findTool(servers, 'mcp__web__echo'), { text: 'far' })).text).toBe('far')
    expect(new Set(seen)).toEqual(new Set(['Bearer x']))
    forget()
    expect((await mcp.run(findTool(servers, 'mcp__web__echo'), { text: 'again' })).text).toBe('again')
    const slow = await mcp.run(findTool(servers, 'mcp__web__slow'), {})
    expect(slow.progress.filter(({ status }) => status === 'progress').length).toBeGreaterThan(0)
  })

  it('speaks to a server of the older kind', async () => {
    const transports = new Map<string, SSEServerTransport>()
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      if (request.method === 'GET') {
        const transport = new SSEServerTransport('/messages', response)
        transports.set(transport.sessionId, transport)
        await createTestServer().connect(transport)
      } else {
        await transports.get(url.searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response)
      }
    })
    const url = `${await listen(server)}/sse`
    const servers = await mcp.connect({ old: { type: 'sse', url, headers: {} } })
    expect((await mcp.run(findTool(servers, 'mcp__old__echo'), { text: 'old' })).text).toBe('old')
  })

  it('does not wait for ever for a server that accepts and says nothing', async () => {
    const url = await listen(createServer(() => {}))
    const { servers } = await mcp.connect(
      { silent: { type: 'http', url, headers: {} }, mute: { type: 'sse', url, headers: {} } },
      { connectTimeoutMs: 300 },
    )
    expect(servers).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
    expect(mcp.problems).toHaveLength(2)
  })
})
