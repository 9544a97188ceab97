import { pathToFileURL } from 'node:url'
import { isObject } from '@antiphon/core'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ListRootsRequestSchema, type Progress, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { waitAtMost } from '../tools/shell/wait-at-most.ts'
import type { CreateTransport, TransportPlace } from './create-transport.ts'
import type { McpServerConfig } from './mcp-config.ts'

/** A server that answers. */
export interface McpConnection {
  readonly instructions: string
  /** Its tools as it lists them, unchecked. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>
  /** Calls a tool; a server that has ended is started again, once a call. Throws what went wrong. */
  call(call: McpCall): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export type McpCall = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export type McpConnectionOptions = TransportPlace & {
  readonly config: McpServerConfig
  readonly createTransport: CreateTransport
  readonly connectTimeoutMs: number
  readonly callTimeoutMs: number
  /** What the server does wrong without failing: words on the wire that are no messages. */
  readonly onError: (error: Error) => void
}

/** Opens a connection; throws where that does not work in time, and leaves nothing running then. */
export async function openMcpConnection(
  options: McpConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  let session = await openSession(options, signal)
  let reopening: Promise<Session> | null = null
  let isClosed = false

  async function current(signal: AbortSignal): Promise<Session> {
    if (isClosed) throw new Error('the connection is closed')
    if (session.isOpen()) return session
    // Calls that come together start one server together.
    reopening ??= openSession(options, signal).finally(() => {
      reopening = null
    })
    session = await reopening
    return session
  }

  return {
    instructions: session.instructions,
    listTools: signal => listTools(session.client, { signal, timeout: options.connectTimeoutMs }),
    async call(call) {
      const first = await current(call.signal)
      try {
        return await first.call(call)
      } catch (error) {
        // The server has forgotten us and has not looked at the call: it can be made again.
        if (!isForgotten(error)) throw error
        await first.close()
        return (await current(call.signal)).call(call)
      }
    },
    async close() {
      isClosed = true
      await reopening?.then(opened => opened.close()).catch(() => {})
      await session.close()
    },
  }
}

type Session = {
  readonly client: Client
  readonly instructions: string
  isOpen(): boolean
  call(call: McpCall): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

async function openSession(options: McpConnectionOptions, signal: AbortSignal): Promise<Session> {
  const { config, cwd, connectTimeoutMs, callTimeoutMs } = options
  const client = new Client({ name: 'antiphon', version: '0.1.0' }, { capabilities: { roots: {} } })
  const transport = options.createTransport(config, options)
  let isOpen = false
  const early: Error[] = []
  client.onclose = () => {
    isOpen = false
  }
  // While it connects, its failure says it all.
  client.onerror = error => {
    if (isOpen) options.onError(error)
    else early.push(error)
  }
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(cwd).href }] }))
  await connect(client, transport, { signal: derive(signal), timeout: connectTimeoutMs })
  isOpen = true
  early.forEach(options.onError)
  return {
    client,
    instructions: client.getInstructions() ?? '',
    isOpen: () => isOpen,
    call: ({ tool, input, signal, onProgress }) =>
      client.request(
        { method: 'tools/call', params: { name: tool, arguments: { ...input } } },
        ResultSchema,
        {
          signal: derive(signal),
          onprogress: onProgress,
          timeout: callTimeoutMs,
          resetTimeoutOnProgress: true,
        },
      ),
    close: () => closeBoth(client, transport),
  }
}

/** The SDK never takes its listeners off a signal: each request gets one of its own, or a long session would drown. */
function derive(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal])
}

type Limits = { readonly signal: AbortSignal; readonly timeout: number }

/** The SDK's own time-out begins only with the first request; a transport may hang before. */
async function connect(client: Client, transport: Transport, limits: Limits): Promise<void> {
  const { signal, timeout } = limits
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    const connected = client.connect(transport, { signal, timeout }).then(() => true)
    const isConnected = await waitAtMost(Promise.race([connected, aborted]), timeout)
    if (!isConnected) throw new Error(`no answer within ${timeout / 1_000} s`)
  } catch (error) {
    await closeBoth(client, transport)
    throw withLastWords(error, transport)
  }
}

/** What a program said before it failed tells more than that it failed. */
function withLastWords(error: unknown, transport: Transport): unknown {
  const words =
    'lastWords' in transport && typeof transport.lastWords === 'function' ? transport.lastWords() : ''
  if (words === '' || !(error instanceof Error)) return error
  return new Error(`${error.message}; it said: ${words}`, { cause: error })
}

async function closeBoth(client: Client, transport: Transport): Promise<void> {
  await Promise.allSettled([client.close(), transport.close()])
}

const MOST_PAGES = 100

async function listTools(client: Client, limits: Limits): Promise<readonly unknown[]> {
  const tools: unknown[] = []
  let cursor: string | undefined
  // The SDK's own list is all or nothing: one tool with an odd schema would cost the others.
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method: 'tools/list', params }, ResultSchema, {
      ...limits,
      signal: derive(limits.signal),
    })
    if (Array.isArray(result.tools)) tools.push(...result.tools)
    if (typeof result.nextCursor !== 'string' || result.nextCursor === cursor) break
    cursor = result.nextCursor
  }
  return tools
}

function isForgotten(error: unknown): boolean {
  return isObject(error) && error.code === 404
}
