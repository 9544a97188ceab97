import { stripControl } from '@antiphon/core/ui'
import {
  type AgentTool,
  connectMcpServers,
  createMcpInstructions,
  type ManifestVerdict,
  type McpProblem,
  type McpServers,
  type OnElicitation,
  readMcpConfigs,
  type SendToHost,
  type Settings,
} from '@antiphon/engine'

/** The MCP servers of a session. */
export type OpenServers = {
  readonly servers: McpServers
  /** Those of the servers that are connected now. */
  readonly tools: readonly AgentTool[]
  /** What the servers want the model to know. */
  readonly instructions: ReturnType<typeof createMcpInstructions>
  /** What became of what the host knows of its servers. */
  readonly parked: Readonly<Record<string, ManifestVerdict>>
  readonly problems: readonly string[]
  /** Tells what goes wrong from now on, and what has since `problems` was read. */
  readonly followProblems: (tell: (problem: string) => void) => void
  readonly close: () => Promise<void>
}

/** What a host adds: servers of its own, and a person who can be asked. */
export type ServerHost = {
  readonly sendToHost: SendToHost
  readonly onElicitation: OnElicitation
  readonly serverNames: readonly string[]
  readonly manifests: unknown
}

export type OpenServersOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly settings: Settings
  /** The values of `--mcp-config`. */
  readonly configs: readonly string[]
  /** Only those. */
  readonly isStrict?: boolean
  readonly signal: AbortSignal
  readonly host?: ServerHost | undefined
}

/** Starts what is configured and what the host has; a server that fails, is slow, or that nobody has approved, is told and stops nothing. */
export async function openServers(options: OpenServersOptions): Promise<OpenServers> {
  const { cwd, env, settings, configs, isStrict = false, signal, host } = options
  const read = await readMcpConfigs({ cwd, env, settings, flags: configs, isStrict })
  const problems = [...read.problems.map(describe), ...read.unapproved.map(describeUnapproved)]
  const late: string[] = []
  let report = (problem: string): void => void problems.push(problem)
  const servers = await connectMcpServers(read.configs, {
    ...{ cwd, env, signal, scopes: read.scopes },
    ...(host && { sendToHost: host.sendToHost, onElicitation: host.onElicitation }),
    onProblem: problem => report(describe(problem)),
    waitMs: 0,
  })
  const parked = await connectAll(servers, host)
  report = problem => void late.push(problem)
  return {
    servers,
    get tools() {
      return servers.tools
    },
    instructions: createMcpInstructions(servers.servers),
    parked,
    problems,
    followProblems(tell) {
      report = tell
      for (const problem of late.splice(0)) tell(problem)
    },
    close: () => servers.close(),
  }
}

/** What was started is ended again where the rest cannot be. */
async function connectAll(servers: McpServers, host: ServerHost | undefined): Promise<OpenServers['parked']> {
  try {
    const { parked, ready } = await servers.addHostServers(host?.serverNames ?? [], host?.manifests)
    await Promise.all([ready, waitForSlow(servers)])
    return parked
  } catch (error) {
    await servers.close()
    throw error
  }
}

/** Whoever takes longer, because MCP_TIMEOUT lets it, comes later. */
const MAX_WAIT_MS = 30_000

async function waitForSlow(servers: McpServers): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, MAX_WAIT_MS)
  })
  await Promise.race([servers.settled(), late])
  clearTimeout(timer)
}

function describe({ server, what, whatToDo }: McpProblem): string {
  return stripControl(`${server}: ${what}: ${whatToDo}`)
}

function describeUnapproved(name: string): string {
  return `MCP server ${stripControl(name)} of this project was not started: read .mcp.json, and approve it by enabledMcpjsonServers in your settings; .claude/settings.local.json counts where you trust the folder (--trust).`
}
