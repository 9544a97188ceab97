import { isObject } from '@antiphon/contract'
import { untilAborted } from '../process/wait-at-most.ts'
import { toServerLine } from './clean-server-text.ts'
import { createRelister } from './create-relister.ts'
import type { CreateTransport } from './create-transport.ts'
import { keepPrompts, type ListedPrompt } from './keep-prompts.ts'
import { keepTools } from './keep-tools.ts'
import type { ServerLogin } from './login/create-server-login.ts'
import { createLoginLoader, createLoginQuestion, describeMissingLogin } from './login/login-door.ts'
import type { McpLoginStore } from './login/login-store.ts'
import type { McpProblem, McpServerConfig } from './mcp-config.ts'
import type { McpConnection, McpConnectionOptions } from './mcp-connection.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { type ListedTool, type McpServerStatus, toConfigStatus, toToolStatus } from './mcp-server-status.ts'
import type { McpSessionOptions } from './open-mcp-session.ts'

/** One server of a session, through all its ups and downs. */
export interface McpServer {
  readonly name: string
  readonly config: McpServerConfig
  status(): McpServerStatus
  /** What it wants a model to know; empty unless it is connected. */
  instructions(): string
  tools(): readonly ListedTool[]
  hasResources(): boolean
  /** What a person can call of it. */
  prompts(): readonly ListedPrompt[]
  /** The connection, once there is one; throws where there is none to come. */
  reach(signal: AbortSignal): Promise<McpConnection>
  /** Resolves when it is connected or has failed. */
  settled(): Promise<void>
  /** Connects, anew where it was connected; whether that worked is its status. */
  open(): Promise<void>
  /** Ends the connection, also one that is still being made. */
  close(): Promise<void>
  /** What it logged last. */
  log(): readonly string[]
  /** The person's login there; throws where none is possible. */
  login(): Promise<ServerLogin>
}

export type McpServerOptions = Omit<
  McpSessionOptions,
  'createTransport' | 'onError' | 'onLog' | 'onToolsChanged' | 'login'
> & {
  /** Where logins are kept; without it servers get what their configuration says. */
  readonly logins?: McpLoginStore | undefined
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
  const askForList = createRelister(relist)
  const onError = (error: Error): void => {
    // Whoever asks for a login is told of as such.
    if (isLocked() && isObject(error) && (error.code === 401 || error.code === 403)) return
    onProblem({
      server: name,
      what: toWords(error),
      whatToDo: 'nothing, unless its tools fail; the server is at fault',
    })
  }
  const loadLogin = createLoginLoader(options)
  let known: ServerLogin | null = null
  let logged: readonly string[] = []
  const onLog = (line: string): void => {
    logged = [...logged, line].slice(-MCP_LIMITS.logLines)
  }
  const askForLogin = createLoginQuestion(options, () => known)
  const isLocked = (): boolean => (known?.wanting() ?? null) !== null
  const session = { ...options, onProblem, onError, onLog, askForLogin, isLocked, onToolsChanged: askForList }

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
      const prompts = keepPrompts(await connection.listPrompts({ signal, timeout: PROMPTS_MS }))
      if (phase.status === 'connected' && phase.connection === connection)
        change({ ...phase, tools, prompts })
    } catch (error) {
      if (!signal.aborted)
        onProblem({ server: name, what: toWords(error), whatToDo: 'its tools stay as they were' })
    }
  }

  async function connect(own: AbortController): Promise<void> {
    known = await loadLogin()
    const next = await openPhase(
      { ...session, login: known, known: 'tools' in phase ? phase.tools : [] },
      AbortSignal.any([options.signal, own.signal]),
    )
    if (own.signal.aborted) {
      if (next.status === 'connected') await next.connection.close()
      return
    }
    if ('error' in next)
      onProblem({ server: name, what: next.error, whatToDo: adviseOn(next.status, known && name) })
    const isStale = phase.status === 'pending' && phase.isStale
    change(next)
    if (isStale) askForList()
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
      ...toPhaseStatus(phase, known),
      config: toConfigStatus(config),
      scope,
      source: config.type === 'sdk' ? 'sdk' : scope,
    }),
    instructions: () => (phase.status === 'connected' ? phase.connection.instructions : ''),
    tools: () => ('tools' in phase ? phase.tools : []),
    prompts: () => (phase.status === 'connected' ? phase.prompts : []),
    hasResources: () => phase.status === 'connected' && phase.connection.hasResources,
    async reach(signal) {
      await untilAborted(opening, signal)
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
    log: () => logged,
    async login() {
      known ??= await loadLogin()
      if (!known) throw new Error(describeMissingLogin(config))
      return known
    },
  }
}

function adviseOn(status: 'failed' | 'needs-auth', login: string | null): string {
  if (status === 'failed') return 'its tools are not there; try its command or address by hand'
  return login === null
    ? 'give it the header that it wants (`headers`: authorization)'
    : `log in: /mcp login ${login}, or antiphon mcp login ${login}`
}

/** How it stands with a server. */
type McpServerPhase =
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
      readonly prompts: readonly ListedPrompt[]
    }

type OpenOptions = Omit<McpConnectionOptions, 'createTransport'> & {
  readonly loadTransport: () => Promise<CreateTransport>
  readonly onProblem: (problem: McpProblem) => void
  /** The tools that it had before. */
  readonly known: readonly ListedTool[]
}

/** Connects and lists the tools, both within one bound; never throws. */
async function openPhase(options: OpenOptions, signal: AbortSignal): Promise<McpServerPhase> {
  const { name, connectTimeoutMs, onProblem, known } = options
  const end = performance.now() + connectTimeoutMs
  let connection: McpConnection | null = null
  try {
    // Loaded here, so that a session without servers does not wait for the protocol's client.
    const { openMcpConnection } = await import('./mcp-connection.ts')
    const createTransport = await options.loadTransport()
    connection = await openMcpConnection({ ...options, createTransport }, signal)
    const timeout = Math.max(1, end - performance.now())
    const [tools, prompts] = await Promise.all([
      connection.listTools({ signal, timeout }),
      connection.listPrompts({ signal, timeout: Math.min(timeout, PROMPTS_MS) }),
    ])
    return {
      ...{ status: 'connected', connection },
      tools: keepTools(tools, { name, onProblem, known }),
      prompts: keepPrompts(prompts),
    }
  } catch (error) {
    await connection?.close()
    const code = isObject(error) ? error.code : null
    const isLocked = code === 401 || (code === 403 && options.isLocked())
    const hasDoor = isLocked && Boolean(options.login)
    return {
      status: isLocked ? 'needs-auth' : 'failed',
      error: hasDoor ? 'it wants a login' : toWords(error),
    }
  }
}

/** Tools do not wait longer for prompts. */
const PROMPTS_MS = 5_000

const line = (text: string): string => toServerLine(text)

/** What hosts read of it. */
function toPhaseStatus(
  phase: McpServerPhase,
  login: ServerLogin | null,
): Pick<McpServerStatus, 'status' | 'serverInfo' | 'error' | 'tools'> {
  if (phase.status === 'pending') return { status: 'pending' }
  if (phase.status !== 'connected') return phase
  const { connection, tools } = phase
  if (!connection.isOpen())
    return { status: 'failed', error: 'the server has ended; the next call starts it again' }
  const { info } = connection
  // A call that wanted more than the login reaches leaves all others as they were.
  const hasEnded = login?.wanting()?.isStepUp === false
  return {
    status: hasEnded ? 'needs-auth' : 'connected',
    ...(hasEnded && { error: 'its login has ended' }),
    ...(info && { serverInfo: { name: line(info.name), version: line(info.version) } }),
    tools: tools.map(toToolStatus),
  }
}

/** What went wrong, in words that fit on a line. */
function toWords(error: unknown): string {
  return toServerLine(error instanceof Error ? error.message : String(error))
}

/** Passes on what is wrong with one server: each thing once, in one line, and not without end. */
export function createProblemReporter(
  onProblem: (problem: McpProblem) => void,
): (problem: McpProblem) => void {
  const told = new Set<string>()
  return ({ server, what, whatToDo }) => {
    const line = toServerLine(what)
    if (told.has(line) || told.size >= MCP_LIMITS.problems) return
    told.add(line)
    const isLast = told.size === MCP_LIMITS.problems
    onProblem({ server, what: line, whatToDo: isLast ? `${whatToDo}; more of it is not told` : whatToDo })
  }
}
