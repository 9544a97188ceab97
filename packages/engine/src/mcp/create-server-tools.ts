import { createHash } from 'node:crypto'
import type { AgentTool } from '../tool/agent-tool.ts'
import { createMcpTool } from './create-mcp-tool.ts'
import { createResourceTools } from './create-resource-tools.ts'
import type { McpServer } from './mcp-server.ts'

/** The tools of some servers, as a model calls them. */
export type ServerTools = {
  /** By name, so that the order in which servers answer changes no request. */
  readonly tools: readonly AgentTool[]
  /** Whose tool it is, and what its server calls it. */
  readonly find: (name: string) => { readonly server: McpServer; readonly tool: string } | undefined
}

/** Names and wraps the tools that the servers list now; each call finds its server's connection of that moment. */
export function createServerTools(servers: readonly McpServer[], isDeferred: boolean): ServerTools {
  const listed = servers.flatMap(server => server.tools().map(tool => ({ server, tool })))
  const names = mcpToolNames(listed.map(({ server, tool }) => ({ server: server.name, tool: tool.name })))
  const origins = new Map<string, { readonly server: McpServer; readonly tool: string }>()
  const tools = listed.map(({ server, tool }, index) => {
    const name = names[index] ?? ''
    origins.set(name, { server, tool: tool.name })
    return createMcpTool({
      name,
      server: server.name,
      tool,
      isDeferred,
      call: async call => (await server.reach(call.signal)).call(call),
    })
  })
  return {
    tools: [...tools, ...createResourceTools(servers)].toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    ),
    find: name => origins.get(name),
  }
}

/** A tool as its server names it. */
type McpToolId = { readonly server: string; readonly tool: string }

/** What fits every platform that models run on. */
const LONGEST_TOOL_NAME = 64

/**
 * Gives each tool a name that the API takes: `mcp__server__tool`, other characters as `_`. What is too long, or the
 * same as another's, ends in a hash of its real name, so that a name depends on no order.
 */
export function mcpToolNames(ids: readonly McpToolId[]): readonly string[] {
  const plain = ids.map(plainName)
  const counts = new Map<string, number>()
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1)
  return ids.map((id, index) => {
    const name = plain[index] ?? ''
    if (name.length <= LONGEST_TOOL_NAME && (counts.get(name) === 1 || isExact(id))) return name
    return `${name.slice(0, LONGEST_TOOL_NAME - HASH_LENGTH - 1)}_${hash(id)}`
  })
}

const HASH_LENGTH = 8

function plainName({ server, tool }: McpToolId): string {
  return `mcp__${toPlain(server)}__${toPlain(tool)}`
}

/** Whoever is called just so keeps the name; two can only share it when a name holds `__`. */
function isExact({ server, tool }: McpToolId): boolean {
  return (
    toPlain(server) === server && toPlain(tool) === tool && !server.includes('__') && !tool.includes('__')
  )
}

function toPlain(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, '_')
}

function hash({ server, tool }: McpToolId): string {
  return createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, HASH_LENGTH)
}
