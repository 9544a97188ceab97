import type { McpServer } from '@agentclientprotocol/sdk'
import type { JsonObject } from '@antiphon/contract'

/** The servers that an editor hands over, as they stand in `.mcp.json`. */
export function toMcpServers(servers: readonly McpServer[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(servers.map(server => [server.name, toConfig(server)]))
}

function toConfig(server: McpServer): JsonObject {
  if ('type' in server) return { type: server.type, url: server.url, headers: toRecord(server.headers) }
  return { type: 'stdio', command: server.command, args: [...server.args], env: toRecord(server.env) }
}

function toRecord(pairs: readonly { readonly name: string; readonly value: string }[]): JsonObject {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]))
}
