import { assertNever } from '@antiphon/contract'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createBoundedFetch } from './bound-answers.ts'
import { createStdioTransport } from './create-stdio-transport.ts'
import type { McpServerConfig } from './mcp-config.ts'

/** Makes the way to a server; nothing happens before it is started. */
export type CreateTransport = (config: McpServerConfig, place: TransportPlace) => Transport

export type TransportPlace = {
  readonly name: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The transport of each kind of server. */
export function createTransport(config: McpServerConfig, { cwd, env }: TransportPlace): Transport {
  switch (config.type) {
    case 'stdio':
      return createStdioTransport({ ...config, cwd, env: { ...env, ...config.env } })
    case 'http':
      return openRemote(end => new StreamableHTTPClientTransport(new URL(config.url), toOptions(config, end)))
    case 'sse':
      return openRemote(end => new SSEClientTransport(new URL(config.url), toOptions(config, end)))
    case 'sdk':
      throw new Error('it lives in a host program, and none has started us')
    default:
      return assertNever(config)
  }
}

type Remote = StreamableHTTPClientTransport | SSEClientTransport

function toOptions(
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  end: (error: Error) => void,
) {
  return { requestInit: { headers: { ...headers } }, fetch: createBoundedFetch(end) }
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
