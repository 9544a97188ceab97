import { stripControl } from '@antiphon/core'
import { type AgentTool, connectMcpServers, readMcpConfigs, type Settings } from '@antiphon/engine'

/** The MCP servers of a session. */
export type OpenServers = {
  readonly tools: readonly AgentTool[]
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

export type OpenServersOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly settings: Settings
  /** The values of `--mcp-config`. */
  readonly configs: readonly string[]
  readonly signal: AbortSignal
}

/** Starts what is configured; a server that fails, or that nobody has approved, is told and stops nothing. */
export async function openServers(options: OpenServersOptions): Promise<OpenServers> {
  const { cwd, env, settings, configs, signal } = options
  const read = await readMcpConfigs({ cwd, env, settings, flags: configs })
  const problems = read.problems.map(describe)
  const servers = await connectMcpServers(read.configs, {
    cwd,
    env,
    signal,
    onProblem: problem => problems.push(describe(problem)),
  })
  const unapproved = read.unapproved.map(
    name =>
      `MCP server ${stripControl(name)} of this project was not started: approve it in .claude/settings.local.json (enabledMcpjsonServers).`,
  )
  return { tools: servers.tools, problems: [...problems, ...unapproved], close: () => servers.close() }
}

function describe(problem: object): string {
  return stripControl(Object.values(problem).map(String).join(': '))
}
