import type { AgentTool } from '../tool/agent-tool.ts'
import { createMcpTool } from './create-mcp-tool.ts'
import { createResourceTools } from './create-resource-tools.ts'
import type { McpServer } from './mcp-server.ts'
import { mcpToolNames } from './mcp-tool-names.ts'

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
