import { isObject } from '@antiphon/core'
import type { AgentTool } from '../tool/agent-tool.ts'
import { createMcpTool } from './create-mcp-tool.ts'
import type { CreateTransport } from './create-transport.ts'
import type { McpProblem, McpServerConfig, McpServerConfigs } from './mcp-config.ts'
import type { McpConnection } from './mcp-connection.ts'
import { mcpToolNames } from './mcp-tool-names.ts'

export type ConnectMcpOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly onProblem: (problem: McpProblem) => void
  readonly createTransport?: CreateTransport
  /** How long a server may take to answer the first time; `MCP_TIMEOUT` or 30 s. */
  readonly connectTimeoutMs?: number
  /** How long a call may go without a sign of life; `MCP_TOOL_TIMEOUT` or 10 minutes. */
  readonly callTimeoutMs?: number
  /** The model is told of the tools only when it searches for them. */
  readonly isDeferred?: boolean
}

/** The servers of a session. */
export interface McpServers {
  /** In the order of their configuration, the failed ones too. */
  readonly servers: readonly McpServerState[]
  /** The tools of all servers, by name. */
  readonly tools: readonly AgentTool[]
  /** Ends every connection and every process that was started for one. */
  close(): Promise<void>
}

export type McpServerState = {
  readonly name: string
  readonly status: 'connected' | 'failed'
  /** What the server wants a model to know. */
  readonly instructions: string
}

/** Connects to all servers at once; one that fails is reported and stops none of the others. */
export async function connectMcpServers(
  configs: McpServerConfigs,
  options: ConnectMcpOptions,
): Promise<McpServers> {
  const opened = await Promise.all(
    Object.entries(configs).map(([name, config]) => openServer({ name, config, options })),
  )
  const listed = opened.flatMap(({ name, connection, tools }) =>
    connection === null ? [] : tools.map(tool => ({ server: name, tool, connection })),
  )
  const names = mcpToolNames(listed.map(({ server, tool }) => ({ server, tool: tool.name })))
  const isDeferred = options.isDeferred ?? false
  const tools = listed.map(({ server, tool, connection }, index) =>
    createMcpTool({ name: names[index] ?? '', server, tool, isDeferred, call: connection.call }),
  )
  return {
    servers: opened.map(({ name, connection }) => ({
      name,
      status: connection === null ? 'failed' : 'connected',
      instructions: connection?.instructions ?? '',
    })),
    // The order in which servers answer must not change a request.
    tools: tools.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    async close() {
      await Promise.allSettled(opened.map(({ connection }) => connection?.close()))
    },
  }
}

const CONNECT_TIMEOUT_MS = 30_000
const CALL_TIMEOUT_MS = 600_000

type ListedTool = Readonly<Record<string, unknown>> & { readonly name: string }

type OpenedServer = {
  readonly name: string
  readonly connection: McpConnection | null
  readonly tools: readonly ListedTool[]
}

async function openServer(server: {
  readonly name: string
  readonly config: McpServerConfig
  readonly options: ConnectMcpOptions
}): Promise<OpenedServer> {
  const { name, config, options } = server
  const { cwd, env, signal, onProblem } = options
  let connection: McpConnection | null = null
  try {
    // Loaded here, so that a session without servers does not wait for the protocol's client.
    const { openMcpConnection } = await import('./mcp-connection.ts')
    const { createTransport } = await import('./create-transport.ts')
    connection = await openMcpConnection(
      {
        name,
        config,
        cwd,
        env,
        createTransport: options.createTransport ?? createTransport,
        connectTimeoutMs: options.connectTimeoutMs ?? fromEnvironment(env.MCP_TIMEOUT) ?? CONNECT_TIMEOUT_MS,
        callTimeoutMs: options.callTimeoutMs ?? fromEnvironment(env.MCP_TOOL_TIMEOUT) ?? CALL_TIMEOUT_MS,
        onError: reportOnce(name, onProblem),
      },
      signal,
    )
    const tools = await connection.listTools(signal)
    return { name, connection, tools: keepTools(tools, { name, onProblem }) }
  } catch (error) {
    await connection?.close()
    const what = error instanceof Error ? error.message : String(error)
    onProblem({ server: name, what, whatToDo: 'its tools are not there; try its command or address by hand' })
    return { name, connection: null, tools: [] }
  }
}

function keepTools(
  tools: readonly unknown[],
  { name, onProblem }: { readonly name: string; readonly onProblem: ConnectMcpOptions['onProblem'] },
): readonly ListedTool[] {
  const kept = new Map<string, ListedTool>()
  for (const tool of tools) {
    if (isListedTool(tool)) kept.set(tool.name, tool)
    else onProblem({ server: name, what: 'one of its tools has no name', whatToDo: 'mend the server' })
  }
  return [...kept.values()]
}

function isListedTool(value: unknown): value is ListedTool {
  return isObject(value) && typeof value.name === 'string' && value.name !== ''
}

/** A server that prints to the wrong place does so all the time. */
function reportOnce(server: string, onProblem: ConnectMcpOptions['onProblem']): (error: Error) => void {
  let isReported = false
  return ({ message }) => {
    if (isReported) return
    isReported = true
    onProblem({ server, what: message, whatToDo: 'nothing, unless its tools fail; the server is at fault' })
  }
}

function fromEnvironment(value: string | undefined): number | undefined {
  const milliseconds = Number(value)
  return milliseconds > 0 ? Math.min(milliseconds, 2_147_483_647) : undefined
}
