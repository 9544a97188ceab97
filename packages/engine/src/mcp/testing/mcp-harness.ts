import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import type { AgentTool } from '../../tool/agent-tool.ts'
import { type ConnectMcpOptions, connectMcpServers } from '../connect-mcp-servers.ts'
import type { McpProblem, McpServerConfig, McpServerConfigs } from '../mcp-config.ts'
import type { McpServers } from '../mcp-servers.ts'

/** A folder, a way to connect from there, and an end for all that was opened. */
export interface McpHarness extends ToolHarness {
  readonly folder: string
  readonly problems: McpProblem[]
  connect(configs: McpServerConfigs, options?: Partial<ConnectMcpOptions>): Promise<McpServers>
  /** Closes something else at the end. */
  closeLater(one: { close(): unknown }): void
}

export async function createMcpHarness(): Promise<McpHarness> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-mcp-')))
  const harness = await createToolHarness()
  const problems: McpProblem[] = []
  const open: { close(): unknown }[] = []
  return {
    ...harness,
    folder,
    problems,
    async connect(configs, options = {}) {
      const servers = await connectMcpServers(configs, {
        cwd: folder,
        env: process.env,
        signal: new AbortController().signal,
        onProblem: problem => problems.push(problem),
        ...options,
      })
      open.push(servers)
      return servers
    },
    closeLater: one => void open.push(one),
    async close() {
      for (const one of open) await one.close()
      await harness.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const SCRIPT = fileURLToPath(new URL('./stdio-server.mjs', import.meta.url))

/** The test server as a program of its own, in one of its moods. */
export function stdio(...args: readonly string[]): McpServerConfig {
  return { type: 'stdio', command: process.execPath, args: [SCRIPT, ...args], env: {} }
}

export function findTool({ tools }: McpServers, name: string): AgentTool {
  const tool = tools.find(candidate => candidate.name === name)
  if (!tool) throw new Error(`there is no ${name} among ${tools.map(candidate => candidate.name).join(', ')}`)
  return tool
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether a process ends within five seconds; one that nobody has waited for yet has ended. */
export async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200 && isRunning(pid); attempt++) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (/\) Z /.test(state)) return true
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return !isRunning(pid)
}
