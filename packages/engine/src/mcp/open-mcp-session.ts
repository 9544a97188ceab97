import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ListRootsRequestSchema, type Progress, ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { waitAtMost } from '../tools/shell/wait-at-most.ts'
import type { CreateTransport, TransportPlace } from './create-transport.ts'
import type { McpServerConfig } from './mcp-config.ts'

/** One life of a server, from its start to its end. */
export type McpSession = {
  readonly client: Client
  readonly instructions: string
  isOpen(): boolean
  call(call: McpCall): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

export type McpCall = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export type McpSessionOptions = TransportPlace & {
  readonly config: McpServerConfig
  readonly createTransport: CreateTransport
  readonly connectTimeoutMs: number
  readonly callTimeoutMs: number
  /** What the server does wrong without failing: words on the wire that are no messages. */
  readonly onError: (error: Error) => void
}

/** Starts or reaches a server and shakes hands; throws where that does not work in time, and leaves nothing running then. */
export async function openMcpSession(options: McpSessionOptions, signal: AbortSignal): Promise<McpSession> {
  const { config, cwd, connectTimeoutMs, callTimeoutMs } = options
  const client = new Client({ name: 'antiphon', version: '0.1.0' }, { capabilities: { roots: {} } })
  const transport = options.createTransport(config, options)
  let hasBegun = false
  let hasEnded = false
  const early: Error[] = []
  client.onclose = () => {
    hasEnded = true
  }
  // While it connects, its failure says it all.
  client.onerror = error => {
    if (hasBegun && !hasEnded) options.onError(error)
    else early.push(error)
  }
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(cwd).href }] }))
  await connect(client, transport, { signal: derive(signal), timeout: connectTimeoutMs })
  hasBegun = true
  early.forEach(options.onError)
  return {
    client,
    instructions: client.getInstructions() ?? '',
    isOpen: () => !hasEnded,
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

/** Rejects when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  const own = derive(signal)
  return new Promise((_, reject) => {
    if (own.aborted) reject(own.reason)
    own.addEventListener('abort', () => reject(own.reason), { once: true })
  })
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
  try {
    const connected = client.connect(transport, { signal, timeout }).then(() => true)
    const isConnected = await waitAtMost(Promise.race([connected, whenAborted(signal)]), timeout)
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

/** All pages of a server's list of tools, unchecked. */
export async function listMcpTools({ client }: McpSession, limits: Limits): Promise<readonly unknown[]> {
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
