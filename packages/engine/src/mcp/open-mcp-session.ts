import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type Implementation,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Progress,
  PromptListChangedNotificationSchema,
  ResultSchema,
  type ServerCapabilities,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { deriveSignal, untilAborted, waitAtMost } from '../process/wait-at-most.ts'
import {
  answerServerRequests,
  type OnElicitation,
  type ServerRequestOptions,
  toClientCapabilities,
} from './answer-server-requests.ts'
import { boundServerText } from './clean-server-text.ts'
import type { CreateTransport, TransportPlace } from './create-transport.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** One life of a server, from its start to its end. */
export type McpSession = {
  readonly instructions: string
  readonly info: Implementation | null
  readonly capabilities: ServerCapabilities
  isOpen(): boolean
  call(call: McpCall): Promise<McpResult>
  /** What it has, as it lists it, unchecked. */
  list(kind: ListedKind, limits: Limits): Promise<McpListing>
  /** The messages of a prompt, with its arguments filled in. */
  getPrompt(prompt: FilledPrompt, signal: AbortSignal): Promise<McpResult>
  readResource(uri: string, signal: AbortSignal): Promise<McpResult>
  close(): Promise<void>
}

/** A prompt of a server, and what goes into it. */
export type FilledPrompt = { readonly name: string; readonly arguments: Readonly<Record<string, string>> }

/** What a server can list. */
export type ListedKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts'

/** What a server answered, unchecked. */
export type McpResult = Readonly<Record<string, unknown>>

export type McpCall = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  /** The model's call that it is for; servers are told. */
  readonly toolUseId?: string
  readonly onProgress: (progress: Progress) => void
}

export type McpSessionOptions = TransportPlace &
  Pick<ServerRequestOptions, 'roots' | 'onSampling' | 'onLog'> & {
    readonly config: McpServerConfig
    readonly createTransport: CreateTransport
    readonly connectTimeoutMs: number
    readonly callTimeoutMs: number
    /** What the server does wrong without failing: words on the wire that are no messages. */
    readonly onError: (error: Error) => void
    /** The server says that its list of tools or of prompts has changed. */
    readonly onToolsChanged: () => void
    readonly onElicitation?: OnElicitation | undefined
  }

/** Starts or reaches a server and shakes hands; throws where that does not work in time, and leaves nothing running then. */
export async function openMcpSession(options: McpSessionOptions, signal: AbortSignal): Promise<McpSession> {
  const { config, connectTimeoutMs, callTimeoutMs } = options
  const client = new Client(
    { name: 'antiphon', version: '0.1.0' },
    { capabilities: toClientCapabilities(options) },
  )
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
  answerServerRequests(client, options)
  // The client keeps what it finds here and calls it first.
  transport.onmessage = createFloodGuard(what => {
    options.onError(new Error(what))
    void closeBoth(client, transport)
  })
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => options.onToolsChanged())
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => options.onToolsChanged())
  await connect(client, transport, { signal: deriveSignal(signal), timeout: connectTimeoutMs })
  hasBegun = true
  // A server that logs tells what a person should know, and not each step; one of the host has its person there.
  if (config.type !== 'sdk' && client.getServerCapabilities()?.logging)
    void client.setLoggingLevel('warning').catch(() => undefined)
  early.forEach(options.onError)
  return {
    instructions: boundServerText(client.getInstructions() ?? ''),
    info: client.getServerVersion() ?? null,
    capabilities: client.getServerCapabilities() ?? {},
    isOpen: () => !hasEnded,
    call: ({ tool, input, signal, toolUseId, onProgress }) => {
      const meta = toolUseId === undefined ? {} : { _meta: { [TOOL_USE_ID]: toolUseId } }
      return client.request(
        { method: 'tools/call', params: { name: tool, arguments: { ...input }, ...meta } },
        ResultSchema,
        {
          signal: deriveSignal(signal),
          onprogress: onProgress,
          timeout: callTimeoutMs,
          resetTimeoutOnProgress: true,
          maxTotalTimeout: callTimeoutMs * MCP_LIMITS.patience,
        },
      )
    },
    list: (kind, limits) => listMcpPages(client, kind, limits),
    readResource: (uri, signal) =>
      client.request({ method: 'resources/read', params: { uri } }, ResultSchema, {
        signal: deriveSignal(signal),
        timeout: callTimeoutMs,
      }),
    getPrompt: (prompt, signal) =>
      client.request({ method: 'prompts/get', params: { ...prompt } }, ResultSchema, {
        signal: deriveSignal(signal),
        timeout: connectTimeoutMs,
      }),
    close: () => closeBoth(client, transport),
  }
}

/** The name by which servers know the model's calls. */
const TOOL_USE_ID = 'claudecode/toolUseId'

/** The SDK's own time-out begins only with the first request; a transport may hang before. */
async function connect(client: Client, transport: Transport, limits: Limits): Promise<void> {
  const { signal, timeout } = limits
  signal.throwIfAborted()
  try {
    const connected = client.connect(transport, { signal, timeout }).then(() => true)
    const isConnected = await waitAtMost(untilAborted(connected, signal), timeout)
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

/** How long something may take, and who may end it. */
type Limits = { readonly signal: AbortSignal; readonly timeout: number }

/** What a server lists, unchecked. */
export type McpListing = {
  readonly items: readonly unknown[]
  /** Why the list was not read to its end; null where it was. */
  readonly cutBecause: string | null
}

/** All pages of what a server lists, unchecked: the SDK's own list is all or nothing, one odd tool would cost the others. */
async function listMcpPages(
  client: Client,
  kind: ListedKind,
  { signal, timeout }: Limits,
): Promise<McpListing> {
  const end = performance.now() + timeout
  const items: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MCP_LIMITS.pages; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request(
      { method: kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`, params },
      ResultSchema,
      {
        signal: deriveSignal(signal),
        timeout: Math.max(1, end - performance.now()),
      },
    )
    const listed: readonly unknown[] = Array.isArray(result[kind]) ? result[kind] : []
    for (const item of listed.slice(0, MCP_LIMITS.listed - items.length)) items.push(item)
    if (items.length === MCP_LIMITS.listed)
      return { items, cutBecause: tooMuch(kind, MCP_LIMITS.listed, kind) }
    const { nextCursor } = result
    if (typeof nextCursor !== 'string') return { items, cutBecause: null }
    if (seen.has(nextCursor)) return { items, cutBecause: `its list of ${kind} leads to the same page again` }
    seen.add(nextCursor)
    cursor = nextCursor
  }
  return { items, cutBecause: tooMuch(kind, MCP_LIMITS.pages, 'pages') }
}

function tooMuch(kind: string, limit: number, what: string): string {
  return `its list of ${kind} has more than ${limit} ${what}`
}

/** Looks at every message of a server; calls `onFlood` once, when it says more than anybody could have asked for. */
export function createFloodGuard(onFlood: (what: string) => void): (message: JSONRPCMessage) => void {
  let began = performance.now()
  let [unasked, requests] = [0, 0]
  let isOver = false
  return message => {
    const isRequest = isJSONRPCRequest(message)
    if (isOver || !(isRequest || isJSONRPCNotification(message))) return
    const now = performance.now()
    if (now - began > MCP_LIMITS.floodMs) [began, unasked, requests] = [now, 0, 0]
    unasked += 1
    if (isRequest) requests += 1
    if (requests <= MCP_LIMITS.requests && unasked <= MCP_LIMITS.unasked) return
    isOver = true
    onFlood(
      `it floods us: more than ${isRequest ? `${MCP_LIMITS.requests} requests` : `${MCP_LIMITS.unasked} messages`} in ${MCP_LIMITS.floodMs / 1_000} s`,
    )
  }
}
