import { isObject } from '../../json.ts'
import type { Checks } from '../../rule.ts'
import { blockPath, placedBlocks } from './placed-blocks.ts'
import { bodyOf, hasBeta, listAt, objectAt, shown } from './request-parts.ts'
import { toolEntries, toolTypeName } from './tool-entries.ts'

const SERVERS = 20

/** MCP-01 and MCP-03: the servers of a request and the names that its tools take. */
export const mcpServerChecks: Checks = {
  *'MCP-01'(request, target) {
    const servers = listAt(bodyOf(request), 'mcp_servers')
    if (servers.length > SERVERS) {
      yield { path: 'mcp_servers', message: `mcp_servers: List should have at most ${SERVERS} items` }
    }
    const toolsets = new Map<unknown, number>()
    for (const { tool, facts } of toolEntries(request)) {
      if (facts?.kind !== 'mcp') continue
      toolsets.set(tool.mcp_server_name, (toolsets.get(tool.mcp_server_name) ?? 0) + 1)
    }
    // The first beta had no toolsets: a server's tools were configured on the server.
    if (hasBeta(target, 'mcp-client-2025-04-04')) return
    const names = servers.map(server => bodyOf(server).name)
    for (const [index, name] of names.entries()) {
      const path = `mcp_servers.${index}`
      const count = toolsets.get(name) ?? 0
      const server = `MCP server '${shown(name)}' is`
      if (count === 0) {
        yield { path, message: `${server} defined but not referenced by any mcp_toolset in tools` }
      } else if (count > 1) {
        yield { path, message: `${server} referenced by more than one mcp_toolset in tools` }
      }
    }
    const known = new Set(names)
    for (const name of toolsets.keys()) {
      if (known.has(name)) continue
      const message = `MCP server '${shown(name)}' is referenced by an mcp_toolset in tools but not defined`
      yield { path: 'tools', message }
    }
  },
  *'MCP-03'(request) {
    const kinds = new Map<unknown, string>()
    for (const { tool, type } of toolEntries(request)) {
      if (typeof tool.name === 'string') kinds.set(tool.name, type)
    }
    for (const placed of placedBlocks(request)) {
      const change = objectAt(placed.block, 'tool')
      if (placed.block.type === 'tool_removal') kinds.delete(change.name)
      const { definition } = change
      if (placed.block.type !== 'tool_addition' || !isObject(definition)) continue
      const { name } = definition
      if (typeof name !== 'string') continue
      const kind = toolTypeName(definition)
      if ((kinds.get(name) ?? kind) !== kind) {
        const path = blockPath(placed)
        const message = `${path}: a tool named '${name}' is already available`
        yield { path, message, errorCode: 'tool_name_conflict' }
      }
      kinds.set(name, kind)
    }
  },
}
