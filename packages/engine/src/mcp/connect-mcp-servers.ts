import { waitAtMost } from '../process/wait-at-most.ts'
import type { OnSampling } from './answer-sampling.ts'
import type { OnElicitation } from './answer-server-requests.ts'
import type { SendToHost } from './create-host-transport.ts'
import { createServerTools, type ServerTools } from './create-server-tools.ts'
import type { CreateTransport } from './create-transport.ts'
import { createLazyTransports, type LazyTransports } from './lazy-transports.ts'
import type { McpLoginStore } from './login/login-store.ts'
import type { McpProblem, McpServerConfigs } from './mcp-config.ts'
import { createMcpServer, type McpServer } from './mcp-server.ts'
import { createMcpServers, type McpServers, type PresentServer } from './mcp-servers.ts'

export type ConnectMcpOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly onProblem: (problem: McpProblem) => void
  readonly createTransport?: CreateTransport
  /** How long a server may take until its tools are known; `MCP_TIMEOUT` or 30 s. */
  readonly connectTimeoutMs?: number
  /** How long a call may go without a sign of life; `MCP_TOOL_TIMEOUT` or 10 minutes. */
  readonly callTimeoutMs?: number
  /** How long to wait for servers that are slow; they come later then. Those of the host are always waited for. */
  readonly waitMs?: number
  /** The model is told of the tools only when it searches for them. */
  readonly isDeferred?: boolean
  /** Where configurations come from, by the names of the servers; `dynamic` unless told. */
  readonly scopes?: Readonly<Record<string, string>>
  /** The way to servers that live in the host; its answers must be read while this connects. */
  readonly sendToHost?: SendToHost
  /** Asks the person for a server; without it servers are declined. */
  readonly onElicitation?: OnElicitation
  /** Lets servers ask the model; without it they cannot. */
  readonly onSampling?: OnSampling
  /** The folders that the person works in; `cwd` alone unless told. */
  readonly roots?: () => readonly string[]
  /** Where logins at servers are kept; without it there are none. */
  readonly logins?: McpLoginStore
}

/** Connects to all servers at once; one that fails is reported and stops none of the others. */
export async function connectMcpServers(
  configs: McpServerConfigs,
  options: ConnectMcpOptions,
): Promise<McpServers> {
  const transports = createLazyTransports(options)
  const register = createServerRegister(options, transports)
  const opening = Object.entries(configs).map(([name, config]) => ({
    isHosted: config.type === 'sdk',
    opened: register.put({
      name,
      config,
      isReplaceable: config.type === 'sdk',
      scope: options.scopes?.[name] ?? 'dynamic',
    }),
  }))
  const all = Promise.all(opening.map(({ opened }) => opened))
  if (options.waitMs === undefined) await all
  else {
    await waitAtMost(all, options.waitMs)
    await Promise.all(opening.filter(({ isHosted }) => isHosted).map(({ opened }) => opened))
  }
  return createMcpServers(register, transports)
}

const CONNECT_TIMEOUT_MS = 30_000

const CALL_TIMEOUT_MS = 600_000

/** The servers that there are now, and their tools. */
export interface ServerRegister {
  list(): readonly McpServer[]
  present(): readonly PresentServer[]
  get(name: string): McpServer | undefined
  tools(): ServerTools
  onChange(listener: () => void): () => void
  /** Adds a server, or puts it in the place of another; resolves when it is connected or has failed. */
  put(server: NewServer): Promise<void>
  remove(name: string): Promise<void>
  makeReplaceable(name: string): void
  /** Resolves when none of those that are there now is still being connected. */
  settled(): Promise<void>
  /** Ends all of them; their tools stay and fail. */
  close(): Promise<void>
}

type NewServer = PresentServer & { readonly scope: string }

/** A register without servers. */
function createServerRegister(options: ConnectMcpOptions, transports: LazyTransports): ServerRegister {
  const members = new Map<string, PresentServer & { readonly server: McpServer }>()
  const listeners = new Set<() => void>()
  let tools: ServerTools | null = null
  let isClosed = false

  const list = (): readonly McpServer[] => [...members.values()].map(({ server }) => server)

  function currentTools(): ServerTools {
    tools ??= createServerTools(list(), options.isDeferred ?? false)
    return tools
  }

  function changed(): void {
    if (isClosed) return
    tools = null
    for (const listener of listeners) listener()
  }

  /** What a server that was replaced becomes concerns nobody. */
  function create({ name, config, scope }: NewServer): McpServer {
    const { env } = options
    const server = createMcpServer({
      ...options,
      ...{ name, config, scope },
      connectTimeoutMs: options.connectTimeoutMs ?? fromEnvironment(env.MCP_TIMEOUT) ?? CONNECT_TIMEOUT_MS,
      callTimeoutMs: options.callTimeoutMs ?? fromEnvironment(env.MCP_TOOL_TIMEOUT) ?? CALL_TIMEOUT_MS,
      loadTransport: transports.load,
      onChange: () => {
        if (members.get(name)?.server === server) changed()
      },
    })
    return server
  }

  return {
    list,
    present: () => [...members.values()],
    get: name => members.get(name)?.server,
    tools: currentTools,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async put(added) {
      const old = members.get(added.name)
      const server = create(added)
      members.set(added.name, { ...added, server })
      await old?.server.close()
      if (!isClosed && members.get(added.name)?.server === server) await server.open()
    },
    async remove(name) {
      const removed = members.get(name)
      members.delete(name)
      changed()
      await removed?.server.close()
    },
    makeReplaceable(name) {
      const member = members.get(name)
      if (member) members.set(name, { ...member, isReplaceable: true })
    },
    async settled() {
      await Promise.all(list().map(server => server.settled()))
    },
    async close() {
      currentTools()
      isClosed = true
      await Promise.allSettled(list().map(server => server.close()))
    },
  }
}

function fromEnvironment(value: string | undefined): number | undefined {
  const milliseconds = Number(value)
  return milliseconds > 0 ? Math.min(milliseconds, 2_147_483_647) : undefined
}
