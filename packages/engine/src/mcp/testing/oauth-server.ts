import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** An MCP server that wants a login, and its authorization server: strict, in one place, on this machine. */
export interface OauthServer {
  readonly url: string
  /** What was asked, in order: method and path, with the grant of a token. */
  readonly asked: string[]
  /** Every secret that it gave out or was told. */
  readonly secrets: Set<string>
  /** Takes back what works now; refresh tokens go on, unless those are taken back, too. */
  revoke(what: 'access' | 'all'): void
  /** How a browser with a person who agrees answers a link: where it ends. */
  visit(link: string): Promise<URL>
  close(): Promise<void>
}

type Grant = { readonly clientId: string; readonly scope: string }
type Code = Grant & {
  readonly challenge: string
  readonly redirectUri: string
  readonly resource: string | null
}

export type OauthServerOptions = {
  /** Seconds that an access token works. */
  readonly lifetime?: number
  /** A scope that the tool `write` wants beside `read`. */
  readonly writeScope?: string
}

/** Starts one on a free port of 127.0.0.1. */
export async function startOauthServer({
  lifetime = 3_600,
  writeScope,
}: OauthServerOptions = {}): Promise<OauthServer> {
  const clients = new Map<string, readonly string[]>()
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Grant>()
  const refreshes = new Map<string, Grant>()
  const secrets = new Set<string>()
  const asked: string[] = []
  const sessions = new Map<string, StreamableHTTPServerTransport>()

  function secret(): string {
    const made = `secret-${randomUUID()}`
    secrets.add(made)
    return made
  }

  function give(grant: Grant): Record<string, unknown> {
    const [access, refresh] = [secret(), secret()]
    tokens.set(access, grant)
    refreshes.set(refresh, grant)
    return {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: lifetime,
      scope: grant.scope,
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const [clientId, redirectUri, challenge] = ['client_id', 'redirect_uri', 'code_challenge'].map(
      n => query.get(n) ?? '',
    )
    const isRight =
      clients.get(clientId ?? '')?.includes(redirectUri ?? '') &&
      query.get('code_challenge_method') === 'S256'
    if (!isRight || clientId === undefined || redirectUri === undefined || !challenge)
      return end(response, 400, { error: 'invalid_request' })
    const code = secret()
    codes.set(code, {
      clientId,
      redirectUri,
      challenge,
      scope: query.get('scope') ?? '',
      resource: query.get('resource'),
    })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    back.searchParams.set('iss', origin())
    response.writeHead(302, { location: back.href })
    return response.end()
  }

  function exchange(body: URLSearchParams, response: ServerResponse): ServerResponse {
    const clientId = body.get('client_id') ?? ''
    if (body.get('grant_type') === 'refresh_token') {
      const grant = refreshes.get(body.get('refresh_token') ?? '')
      if (!grant || grant.clientId !== clientId) return end(response, 400, { error: 'invalid_grant' })
      // Each counts once.
      refreshes.delete(body.get('refresh_token') ?? '')
      return end(response, 200, give(grant))
    }
    const code = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    secrets.add(body.get('code_verifier') ?? 'none')
    const hashed = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.challenge === hashed &&
      code.clientId === clientId &&
      code.redirectUri === body.get('redirect_uri') &&
      code.resource === `${origin()}/mcp` &&
      body.get('resource') === code.resource
    if (!code || !isRight) return end(response, 400, { error: 'invalid_grant' })
    return end(response, 200, give(code))
  }

  function challenge(response: ServerResponse, status: 401 | 403, scope: string): ServerResponse {
    const words = [
      ...(status === 403 ? ['error="insufficient_scope"'] : []),
      `scope="${scope}"`,
      `resource_metadata="${origin()}/.well-known/oauth-protected-resource/mcp"`,
    ]
    response.setHeader('www-authenticate', `Bearer ${words.join(', ')}`)
    return end(response, status, { error: 'login' })
  }

  async function mcp(request: IncomingMessage, response: ServerResponse, text: string): Promise<unknown> {
    const grant = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!grant) return challenge(response, 401, 'read')
    const message = text === '' ? undefined : JSON.parse(text)
    const needed =
      message?.method === 'tools/call' && message.params.name === 'write' ? writeScope : undefined
    if (needed !== undefined && !grant.scope.split(' ').includes(needed))
      return challenge(response, 403, needed)
    const id = request.headers['mcp-session-id']
    let transport = typeof id === 'string' ? sessions.get(id) : undefined
    if (!transport) {
      const created = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: session => void sessions.set(session, created),
      })
      transport = created
      await createServerOfTwo().connect(created as Parameters<McpServer['connect']>[0])
    }
    return transport.handleRequest(request, response, message)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    const text = await readAll(request)
    const grant = pathname === '/token' ? ` ${new URLSearchParams(text).get('grant_type')}` : ''
    asked.push(`${request.method} ${pathname}${grant}`)
    switch (pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return end(response, 200, { resource: `${origin()}/mcp`, authorization_servers: [origin()] })
      case '/.well-known/oauth-authorization-server':
        return end(response, 200, metadata(origin()))
      case '/register': {
        const asks = JSON.parse(text)
        const id = randomUUID()
        clients.set(id, asks.redirect_uris)
        return end(response, 201, { ...asks, client_id: id })
      }
      case '/authorize':
        return authorize(searchParams, response)
      case '/token':
        return exchange(new URLSearchParams(text), response)
      case '/revoke':
        refreshes.delete(new URLSearchParams(text).get('token') ?? '')
        return end(response, 200, {})
      case '/mcp':
        return mcp(request, response, text)
      default:
        return end(response, 404, {})
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => end(response, 500, { error: String(error) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: `${origin()}/mcp`,
    asked,
    secrets,
    revoke(what) {
      tokens.clear()
      if (what === 'all') refreshes.clear()
    },
    async visit(link) {
      const sent = await fetch(link, { redirect: 'manual' })
      const back = sent.headers.get('location')
      if (back === null) throw new Error(`nobody is sent back: ${sent.status} ${await sent.text()}`)
      return new URL(back)
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function metadata(origin: string): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    revocation_endpoint: `${origin}/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }
}

function createServerOfTwo(): McpServer {
  const server = new McpServer({ name: 'locked', version: '1' })
  for (const name of ['look', 'write'])
    server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: `${name} is done` }] }))
  return server
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function end(response: ServerResponse, status: number, value: Record<string, unknown>): ServerResponse {
  if (response.headersSent) return response
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
