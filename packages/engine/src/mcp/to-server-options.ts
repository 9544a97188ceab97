import type { ConnectMcpOptions } from './connect-mcp-servers.ts'
import type { McpServerConfig } from './mcp-config.ts'
import type { McpServerOptions } from './mcp-server.ts'

/** What one server is told of the options for all. */
export function toServerOptions(
  options: ConnectMcpOptions,
  server: { readonly name: string; readonly config: McpServerConfig; readonly scope: string },
): Omit<McpServerOptions, 'loadTransport' | 'onChange'> {
  const { cwd, env, signal, onProblem, onElicitation } = options
  return {
    ...server,
    cwd,
    env,
    signal,
    onProblem,
    onElicitation,
    connectTimeoutMs: options.connectTimeoutMs ?? fromEnvironment(env.MCP_TIMEOUT) ?? CONNECT_TIMEOUT_MS,
    callTimeoutMs: options.callTimeoutMs ?? fromEnvironment(env.MCP_TOOL_TIMEOUT) ?? CALL_TIMEOUT_MS,
  }
}

const CONNECT_TIMEOUT_MS = 30_000
const CALL_TIMEOUT_MS = 600_000

function fromEnvironment(value: string | undefined): number | undefined {
  const milliseconds = Number(value)
  return milliseconds > 0 ? Math.min(milliseconds, 2_147_483_647) : undefined
}
