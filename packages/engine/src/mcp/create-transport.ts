import { assertNever } from '@antiphon/contract'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createStdioTransport } from './create-stdio-transport.ts'
import type { ServerLogin } from './login/create-server-login.ts'
import type { Fetch } from './login/login-fetch.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** Makes the way to a server; nothing happens before it is started. */
export type CreateTransport = (config: McpServerConfig, place: TransportPlace) => Transport

export type TransportPlace = {
  readonly name: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The person's login there, where one is possible. */
  readonly login?: Pick<ServerLogin, 'authorize'> | null
}

/** The transport of each kind of server. */
export function createTransport(config: McpServerConfig, { cwd, env, login }: TransportPlace): Transport {
  switch (config.type) {
    case 'stdio':
      return createStdioTransport({ ...config, cwd, env: { ...env, ...config.env } })
    case 'http':
      return openRemote(
        end => new StreamableHTTPClientTransport(new URL(config.url), toOptions(config, login, end)),
      )
    case 'sse':
      return openRemote(end => new SSEClientTransport(new URL(config.url), toOptions(config, login, end)))
    case 'sdk':
      throw new Error('it lives in a host program, and none has started us')
    default:
      return assertNever(config)
  }
}

type Remote = StreamableHTTPClientTransport | SSEClientTransport

function toOptions(
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  login: TransportPlace['login'],
  end: (error: Error) => void,
) {
  const fetch = createBoundedFetch(end)
  return { requestInit: { headers: { ...headers } }, fetch: login?.authorize(fetch) ?? fetch }
}

/** A server whose answer is too large has lost its connection: whoever waits for it is told at once. */
function openRemote(create: (end: (error: Error) => void) => Remote): Transport {
  const transport = create(error => {
    transport.onerror?.(error)
    void transport.close()
  })
  // The SDK's classes are its own `Transport`s; only their optional fields are declared less exactly.
  return transport as Transport
}

/**
 * A fetch whose answers end when they get too large: a whole body, or one event of a stream. The SDK keeps what it
 * reads until it has a whole message, however long that is.
 */
function createBoundedFetch(onTooLarge: (error: Error) => void): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (response.body === null) return response
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
    const bounded = response.body.pipeThrough(createBound(isStream, onTooLarge))
    const { status, statusText, headers } = response
    const answer = new Response(bounded, { status, statusText, headers })
    // Whoever follows redirects needs to know where it stands.
    Object.defineProperty(answer, 'url', { value: response.url })
    return answer
  }
}

function createBound(
  isStream: boolean,
  onTooLarge: (error: Error) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const open = isStream ? createEventMeter() : createMeter()
  return new TransformStream({
    transform(chunk, controller) {
      if (open(chunk) <= MCP_LIMITS.messageBytes) return controller.enqueue(chunk)
      const error = new Error(`an answer is longer than ${MCP_LIMITS.messageBytes} bytes`)
      controller.error(error)
      onTooLarge(error)
    },
  })
}

/** The bytes of what is still open after a chunk. */
type Meter = (chunk: Uint8Array) => number

function createMeter(): Meter {
  let size = 0
  return chunk => {
    size += chunk.length
    return size
  }
}

/** An empty line ends an event; a line may come in many chunks. */
export function createEventMeter(): Meter {
  let [size, line] = [0, 0]
  let isBlank = true
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      line += end - start
      isBlank &&= end === start || (line === 1 && chunk[start] === CARRIAGE_RETURN)
      size = isBlank ? 0 : size + line + 1
      line = 0
      isBlank = true
      start = end + 1
    }
    const rest = chunk.length - start
    isBlank &&= rest === 0 || (line + rest === 1 && chunk[start] === CARRIAGE_RETURN)
    line += rest
    return size + line
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
