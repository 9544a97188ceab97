import { formatCount, oneLine, stripControl } from '@antiphon/core/ui'
import type { OpenAgent } from '../../agent/open-agent.ts'

type ServerStatus = ReturnType<OpenAgent['servers']['servers']['status']>[number]

/** How it stands with each server, and what it can do. */
export function formatServers(servers: readonly ServerStatus[]): string {
  if (servers.length === 0)
    return 'There are no MCP servers. One is an entry of mcpServers in .mcp.json, or of --mcp-config.'
  return ['MCP servers:', ...servers.flatMap(formatServer)].join('\n')
}

/** How it stands with one, and what it can do. */
export function formatServer({ name, status, scope, error, tools = [] }: ServerStatus): readonly string[] {
  const state = status === 'connected' ? `connected, ${formatCount(tools.length, 'tool')}` : status
  const why = error === undefined ? '' : `: ${oneLine(stripControl(error), MAX_LINE)}`
  const names = tools.slice(0, MOST_TOOLS).map(tool => tool.name)
  const more = tools.length > names.length ? `, and ${tools.length - names.length} more` : ''
  return [
    `  ${oneLine(stripControl(name), MAX_LINE)} (${scope}) - ${state}${why}`,
    ...(names.length > 0 ? [`    ${oneLine(stripControl(names.join(', ')), MAX_TOOL_LINE)}${more}`] : []),
  ]
}

const MAX_LINE = 300
const MAX_TOOL_LINE = 2_000
const MOST_TOOLS = 50
