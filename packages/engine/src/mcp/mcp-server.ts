import type { CreateTransport } from './create-transport.ts'
import { keepTools } from './keep-tools.ts'
import type { McpProblem, McpServerConfig } from './mcp-config.ts'
import type { McpConnection } from './mcp-connection.ts'
import { type McpServerPhase, openPhase, toPhaseStatus, toWords } from './mcp-server-phase.ts'
import { type ListedTool, type McpServerStatus, toConfigStatus } from './mcp-server-status.ts'
import type { McpSessionOptions } from './open-mcp-session.ts'
import { createProblemReporter } from './problem-reporter.ts'
import { createRelister } from './relister.ts'
import { whenAborted } from './when-aborted.ts'

/** One server of a session, through all its ups and downs. */
export interface McpServer {
  readonly name: string
  readonly config: McpServerConfig
  status(): McpServerStatus
  /** What it wants a model to know; empty unless it is connected. */
  instructions(): string
  tools(): readonly ListedTool[]
  hasResources(): boolean
  /** The connection, once there is one; throws where there is none to come. */
  reach(signal: AbortSignal): Promise<McpConnection>
  /** Resolves when it is connected or has failed. */
  settled(): Promise<void>
  /** Connects, anew where it was connected; whether that worked is its status. */
  open(): Promise<void>
  /** Ends the connection, also one that is still being made. */
  close(): Promise<void>
}

export type McpServerOptions = Omit<McpSessionOptions, 'createTransport' | 'onError' | 'onToolsChanged'> & {
  readonly scope: string
  readonly loadTransport: () => Promise<CreateTransport>
  readonly signal: AbortSignal
  readonly onProblem: (problem: McpProblem) => void
  /** Its status or its tools are others now. */
  readonly onChange: () => void
}

/** A server that nobody has connected to yet. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { name, config, scope } = options
  const onProblem = createProblemReporter(options.onProblem)
  let phase: McpServerPhase = { status: 'pending', tools: [], isStale: false }
  let attempt = new AbortController()
  let opening: Promise<void> = Promise.resolve()
  const relister = createRelister(relist)
  const onError = (error: Error): void =>
    onProblem({
      server: name,
      what: toWords(error),
      whatToDo: 'nothing, unless its tools fail; the server is at fault',
    })
  const session = { ...options, onProblem, onError, onToolsChanged: relister.ask }

  function change(next: McpServerPhase): void {
    phase = next
    options.onChange()
  }

  async function relist(): Promise<void> {
    if (phase.status === 'pending') phase = { ...phase, isStale: true }
    if (phase.status !== 'connected') return
    const { connection } = phase
    const { signal } = attempt
    try {
      const known = phase.tools
      const tools = keepTools(await connection.listTools({ signal }), { name, onProblem, known })
      if (phase.status === 'connected' && phase.connection === connection) change({ ...phase, tools })
    } catch (error) {
      if (!signal.aborted)
        onProblem({ server: name, what: toWords(error), whatToDo: 'its tools stay as they were' })
    }
  }

  async function connect(own: AbortController): Promise<void> {
    const next = await openPhase(
      { ...session, known: 'tools' in phase ? phase.tools : [] },
      AbortSignal.any([options.signal, own.signal]),
    )
    if (own.signal.aborted) {
      if (next.status === 'connected') await next.connection.close()
      return
    }
    if ('error' in next) onProblem({ server: name, what: next.error, whatToDo: adviseOn(next.status) })
    const isStale = phase.status === 'pending' && phase.isStale
    change(next)
    if (isStale) relister.ask()
  }

  /** Ends what there is, also what is still being made. */
  async function end(): Promise<void> {
    const last = phase
    attempt.abort(new Error('the connection is not wanted any more'))
    await opening
    if (last.status === 'connected') await last.connection.close()
  }

  return {
    name,
    config,
    status: () => ({
      name,
      ...toPhaseStatus(phase),
      config: toConfigStatus(config),
      scope,
      source: config.type === 'sdk' ? 'sdk' : scope,
    }),
    instructions: () => (phase.status === 'connected' ? phase.connection.instructions : ''),
    tools: () => ('tools' in phase ? phase.tools : []),
    hasResources: () => phase.status === 'connected' && phase.connection.hasResources,
    async reach(signal) {
      await Promise.race([opening, whenAborted(signal)])
      if (phase.status !== 'connected') throw new Error(`it is not connected (${phase.status})`)
      return phase.connection
    },
    settled: () => opening,
    async open() {
      const ended = end()
      const own = new AbortController()
      attempt = own
      // Its tools stay while it comes back, so that a turn that runs or begins meanwhile has them.
      opening = ended.then(() => connect(own))
      change({ status: 'pending', tools: 'tools' in phase ? phase.tools : [], isStale: false })
      await opening
    },
    async close() {
      const ended = end()
      change({ status: 'disabled' })
      await ended
    },
  }
}

function adviseOn(status: 'failed' | 'needs-auth'): string {
  return status === 'needs-auth'
    ? 'give it the header that it wants (`headers`: authorization)'
    : 'its tools are not there; try its command or address by hand'
}
