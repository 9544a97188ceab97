import { stripControl } from '@antiphon/core/ui'
import {
  connectMcpServers,
  type ManifestVerdict,
  type McpProblem,
  type McpServers,
  type OnElicitation,
  type OnSampling,
  readMcpConfigs,
  type SendToHost,
  type Settings,
  waitAtMost,
} from '@antiphon/engine'
import { openMcpLogins } from '../person/mcp-logins.ts'
import type { AgentFlags } from './agent-flags.ts'
import type { OpenAgentOptions } from './open-agent.ts'

/** The MCP servers of a session. */
export type OpenServers = {
  readonly servers: McpServers
  /** What became of what the host knows of its servers. */
  readonly parked: Readonly<Record<string, ManifestVerdict>>
  readonly problems: readonly string[]
  /** Tells what goes wrong from now on, and what has since `problems` was read. */
  readonly followProblems: (tell: (problem: string) => void) => void
}

/** What a host adds: servers of its own, and a person who can be asked. */
export type ServerHost = {
  readonly sendToHost: SendToHost
  readonly onElicitation: OnElicitation
  readonly serverNames: readonly string[]
  readonly manifests: unknown
}

type OpenServersOptions = Pick<OpenAgentOptions, 'cwd' | 'signal' | 'serverHost'> & {
  readonly flags: Pick<AgentFlags, 'mcpConfig' | 'strictMcpConfig'>
  /** The person's home; undefined where none is known, and nothing is kept. */
  readonly home?: string | undefined
  /** Lets servers ask the model, where a person can be asked before. */
  readonly onSampling?: OnSampling | undefined
  /** The folders that the person works in. */
  readonly roots?: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly settings: Settings
}

/** Starts what is configured and what the host has; a server that fails, is slow, or that nobody has approved, is told and stops nothing. */
export async function openServers(options: OpenServersOptions): Promise<OpenServers> {
  const { cwd, env, settings, flags, signal, home, roots, onSampling, serverHost: host } = options
  const isStrict = flags.strictMcpConfig === true
  const read = await readMcpConfigs({ cwd, env, settings, flags: flags.mcpConfig, isStrict })
  const problems = [...read.problems.map(describe), ...read.unapproved.map(describeUnapproved)]
  const late: string[] = []
  let report = (problem: string): void => void problems.push(problem)
  const servers = await connectMcpServers(read.configs, {
    ...{ cwd, env, signal, scopes: read.scopes, logins: openMcpLogins({ env, home }) },
    ...(roots && { roots: () => roots }),
    ...(onSampling && { onSampling }),
    ...(host && { sendToHost: host.sendToHost, onElicitation: host.onElicitation }),
    onProblem: problem => report(describe(problem)),
    waitMs: 0,
  })
  const parked = await connectAll(servers, host)
  report = problem => void late.push(problem)
  return {
    servers,
    parked,
    problems,
    followProblems(tell) {
      report = tell
      for (const problem of late.splice(0)) tell(problem)
    },
  }
}

/** What was started is ended again where the rest cannot be. */
async function connectAll(servers: McpServers, host: ServerHost | undefined): Promise<OpenServers['parked']> {
  try {
    const { parked, ready } = await servers.addHostServers(host?.serverNames ?? [], host?.manifests)
    await Promise.all([ready, waitAtMost(servers.settled(), MAX_WAIT_MS)])
    return parked
  } catch (error) {
    await servers.close()
    throw error
  }
}

/** Whoever takes longer, because MCP_TIMEOUT lets it, comes later. */
const MAX_WAIT_MS = 30_000

function describe({ server, what, whatToDo }: McpProblem): string {
  return stripControl(`${server}: ${what}: ${whatToDo}`)
}

function describeUnapproved(name: string): string {
  return `MCP server ${stripControl(name)} of this project was not started: read .mcp.json, and approve it by enabledMcpjsonServers in your settings; .claude/settings.local.json counts where you trust the folder (--trust).`
}
