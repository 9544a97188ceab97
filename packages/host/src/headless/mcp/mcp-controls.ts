import { isObject, type JsonObject } from '@antiphon/contract'
import {
  type McpServers,
  type McpSetServersResult,
  parseMcpServers,
  toMcpToolOutcome,
} from '@antiphon/engine'
import { type Controls, readText } from '../controls/control.ts'
import type { HeadlessSession } from '../headless-session.ts'
import type { HostRequest } from '../host-frame.ts'

/** Which servers there are, and what they do without a model. */
export const mcpControls: Controls = {
  mcp_status: session => ({ mcpServers: serversOf(session).status() }),
  async mcp_set_servers(session, request) {
    const result = await setServers(session, request)
    return { added: result.added, removed: result.removed, errors: result.errors }
  },
  async mcp_toggle(session, request) {
    const name = readText(request, 'serverName')
    if (typeof request.enabled !== 'boolean') throw new Error('mcp_toggle needs enabled, true or false')
    await serversOf(session).toggle(name, request.enabled)
    return {}
  },
  async mcp_reconnect(session, request) {
    await serversOf(session).reconnect(readText(request, 'serverName'))
    return {}
  },
  /** A server's own words; they are only handed on. */
  mcp_message(session, request) {
    const name = readText(request, 'server_name')
    const { message } = request
    if (!isObject(message)) throw new Error('mcp_message needs message, an object')
    // It came as JSON.
    if (!serversOf(session).receive(name, message as JsonObject))
      throw new Error(`There is no server ${name} of this host`)
    return {}
  },
  async mcp_call(session, request, signal) {
    if (request.check_permissions === true || request.input_files || request.output_files)
      throw new Error(
        'mcp_call is answered here without check_permissions, input_files and output_files only',
      )
    const input = isObject(request.arguments) ? (request.arguments as JsonObject) : {}
    // It came as JSON.
    const result = (await serversOf(session).call(readText(request, 'tool'), input, signal)) as JsonObject
    if (request.result_not_for_model === true) return result
    const { content, isError = false } = toMcpToolOutcome(result)
    // Blocks are JSON.
    return { content, isError } as JsonObject
  },
  async mcp_read_resource(session, request, signal) {
    const uri = readText(request, 'uri')
    if (!uri.startsWith('ui://')) throw new Error('mcp_read_resource reads only what begins with ui://')
    const server = readText(request, 'serverName')
    // It came as JSON.
    const { contents = [] } = (await serversOf(session).readResource(server, uri, signal)) as JsonObject
    return { contents }
  },
}

function serversOf({ agent }: HeadlessSession): McpServers {
  return agent.servers.servers
}

async function setServers(session: HeadlessSession, { servers }: HostRequest): Promise<McpSetServersResult> {
  if (!isObject(servers)) throw new Error('mcp_set_servers needs servers, an object')
  const { env } = session.agent
  const parsed = parseMcpServers({ mcpServers: servers }, { source: 'mcp_set_servers', env })
  const result = await serversOf(session).setServers(parsed.configs)
  const problems = parsed.problems.map(({ server, what, whatToDo }) => [server, `${what}; ${whatToDo}`])
  return { ...result, errors: { ...Object.fromEntries(problems), ...result.errors } }
}
