import { isObject } from '@antiphon/contract'
import { toServerLine } from './clean-server-text.ts'
import type { CreateTransport } from './create-transport.ts'
import { keepTools } from './keep-tools.ts'
import type { McpProblem } from './mcp-config.ts'
import type { McpConnection } from './mcp-connection.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { type ListedTool, type McpServerStatus, toToolStatus } from './mcp-server-status.ts'
import type { McpSessionOptions } from './open-mcp-session.ts'

/** How it stands with a server. */
export type McpServerPhase =
  | {
      readonly status: 'pending'
      readonly tools: readonly ListedTool[]
      /** The server has changed its tools meanwhile. */
      readonly isStale: boolean
    }
  | { readonly status: 'disabled' }
  | { readonly status: 'failed' | 'needs-auth'; readonly error: string }
  | {
      readonly status: 'connected'
      readonly connection: McpConnection
      readonly tools: readonly ListedTool[]
    }

type OpenOptions = Omit<McpSessionOptions, 'createTransport'> & {
  readonly loadTransport: () => Promise<CreateTransport>
  readonly onProblem: (problem: McpProblem) => void
  /** The tools that it had before. */
  readonly known: readonly ListedTool[]
}

/** Connects and lists the tools, both within one bound; never throws. */
export async function openPhase(options: OpenOptions, signal: AbortSignal): Promise<McpServerPhase> {
  const { name, connectTimeoutMs, onProblem, known } = options
  const end = performance.now() + connectTimeoutMs
  let connection: McpConnection | null = null
  try {
    // Loaded here, so that a session without servers does not wait for the protocol's client.
    const { openMcpConnection } = await import('./mcp-connection.ts')
    const createTransport = await options.loadTransport()
    connection = await openMcpConnection({ ...options, createTransport }, signal)
    const tools = await connection.listTools({ signal, timeout: Math.max(1, end - performance.now()) })
    return { status: 'connected', connection, tools: keepTools(tools, { name, onProblem, known }) }
  } catch (error) {
    await connection?.close()
    const isLocked = isObject(error) && error.code === 401
    return { status: isLocked ? 'needs-auth' : 'failed', error: toWords(error) }
  }
}

const line = (text: string): string => toServerLine(text, MCP_LIMITS.line)

/** What hosts read of it. */
export function toPhaseStatus(
  phase: McpServerPhase,
): Pick<McpServerStatus, 'status' | 'serverInfo' | 'error' | 'tools'> {
  if (phase.status === 'pending') return { status: 'pending' }
  if (phase.status !== 'connected') return phase
  const { connection, tools } = phase
  if (!connection.isOpen())
    return { status: 'failed', error: 'the server has ended; the next call starts it again' }
  const { info } = connection
  return {
    status: 'connected',
    ...(info && { serverInfo: { name: line(info.name), version: line(info.version) } }),
    tools: tools.map(toToolStatus),
  }
}

/** What went wrong, in words that fit on a line. */
export function toWords(error: unknown): string {
  return toServerLine(error instanceof Error ? error.message : String(error), MCP_LIMITS.line)
}
