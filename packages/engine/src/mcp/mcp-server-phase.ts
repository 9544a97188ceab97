import { isObject } from '@antiphon/core'
import type { CreateTransport } from './create-transport.ts'
import type { McpProblem } from './mcp-config.ts'
import type { McpConnection } from './mcp-connection.ts'
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
}

/** Connects and lists the tools, both within one bound; never throws. */
export async function openPhase(options: OpenOptions, signal: AbortSignal): Promise<McpServerPhase> {
  const { name, connectTimeoutMs, onProblem } = options
  const end = performance.now() + connectTimeoutMs
  let connection: McpConnection | null = null
  try {
    // Loaded here, so that a session without servers does not wait for the protocol's client.
    const { openMcpConnection } = await import('./mcp-connection.ts')
    const createTransport = await options.loadTransport()
    connection = await openMcpConnection({ ...options, createTransport }, signal)
    const tools = await connection.listTools({ signal, timeout: Math.max(1, end - performance.now()) })
    return { status: 'connected', connection, tools: keepTools(tools, { name, onProblem }) }
  } catch (error) {
    await connection?.close()
    const isLocked = isObject(error) && error.code === 401
    return { status: isLocked ? 'needs-auth' : 'failed', error: toWords(error) }
  }
}

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
    ...(info && { serverInfo: { name: info.name, version: info.version } }),
    tools: tools.map(toToolStatus),
  }
}

/** The tools that can be called; those without a name are reported. */
export function keepTools(
  tools: readonly unknown[],
  { name, onProblem }: Pick<OpenOptions, 'name' | 'onProblem'>,
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

/** What went wrong, in words. */
export function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
