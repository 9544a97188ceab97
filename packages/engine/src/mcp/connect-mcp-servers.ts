import { waitAtMost } from '../process/wait-at-most.ts'
import type { OnElicitation } from './answer-server-requests.ts'
import type { SendToHost } from './create-host-transport.ts'
import { createMcpServers } from './create-mcp-servers.ts'
import type { CreateTransport } from './create-transport.ts'
import { createLazyTransports } from './lazy-transports.ts'
import type { McpProblem, McpServerConfigs } from './mcp-config.ts'
import type { McpServers } from './mcp-servers.ts'
import { createServerRegister } from './server-register.ts'

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
