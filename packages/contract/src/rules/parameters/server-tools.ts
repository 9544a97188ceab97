import { isObject } from '../../json.ts'
import { apiPath } from '../../request/block-path.ts'
import { placedBlocks } from '../../request/request-view.ts'
import { shown } from '../../request/unknown-tag.ts'
import { type Checks, type Finding, finding } from '../../rule.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { bodyOf, hasBeta, listAt, modelName, objectAt } from './request-parts.ts'
import {
  callersOf,
  hasCodeExecution,
  type ToolEntry,
  toolEntries,
  toolFinding,
  toolTypeName,
} from './tool-entries.ts'
import { acceptedToolTypes, modelTakesTool } from './tool-types.ts'

const WITHOUT_PROGRAMMATIC_CALLS = ['claude-haiku-4-5']
const SKILLS = 20

/** Tools that the API runs or loads later: their settings, their container (SRV, SKL), MCP servers and deferred tools (TRF). */
export const serverToolParameterChecks: Checks = {
  *'SRV-08'(request) {
    for (const entry of toolEntries(request)) {
      if (entry.facts?.name === 'web_search' || entry.facts?.name === 'web_fetch') yield* webFaults(entry)
    }
  },
  *'SRV-09'(request, target) {
    if (!WITHOUT_PROGRAMMATIC_CALLS.includes(canonicalModelName(target.model))) return
    const names = toolEntries(request)
      .filter(entry => callersOf(entry).some(caller => caller !== 'direct'))
      .map(({ tool }) => shown(tool.name))
    if (names.length === 0) return
    const refusal = `'${modelName(request, target)}' does not support programmatic tool calling.`
    const reason = `The following tools have \`allowed_callers\` that require it: ${names.join(', ')}.`
    const advice =
      'Explicitly set `allowed_callers=["direct"]` on these tools, or use a model that supports programmatic tool calling.'
    yield { path: 'tools', message: `${refusal} ${reason} ${advice}` }
  },
  *'SRV-10'(request) {
    const { container } = bodyOf(request)
    const id = typeof container === 'string' ? container : objectAt(request, 'container').id
    if (id == null || hasCodeExecution(request)) return
    yield finding('container', 'Container identifier can only be provided when using the code execution tool')
  },
  *'SRV-13'(request, target) {
    const entries = toolEntries(request)
    if (entries.length === 0) return
    const accepted = acceptedToolTypes(target)
    const offered = new Set(accepted)
    const refused = entries
      .map(({ type }) => type)
      .filter(type => offered.has(type) && !modelTakesTool(type, target))
    if (refused.length === 0) return
    const others = accepted.filter(type => type !== 'custom' && modelTakesTool(type, target))
    const refusal = `'${modelName(request, target)}' does not support tool types: ${refused.join(', ')}.`
    yield { path: 'tools', message: `${refusal} Did you mean one of ${others.join(', ')}?` }
  },
  *'SKL-01'(request) {
    const skills = listAt(objectAt(request, 'container'), 'skills')
    if (skills.length > SKILLS) {
      yield finding('container.skills', `List should have at most ${SKILLS} items`)
    }
    if (skills.length > 0 && !hasCodeExecution(request)) {
      const text = 'skills can only be used when a code execution tool is enabled'
      yield finding('container.skills', text, 'container')
    }
  },
  *'MCP-01'(request, target) {
    const servers = listAt(request, 'mcp_servers')
    if (servers.length > SERVERS) {
      yield finding('mcp_servers', `List should have at most ${SERVERS} items`)
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
    for (const view of placedBlocks(request)) {
      const change = objectAt(view.block, 'tool')
      if (view.type === 'tool_removal') kinds.delete(change.name)
      const { definition } = change
      if (view.type !== 'tool_addition' || !isObject(definition)) continue
      const { name } = definition
      if (typeof name !== 'string') continue
      const kind = toolTypeName(definition)
      if ((kinds.get(name) ?? kind) !== kind) {
        const conflict = finding(apiPath(view), `a tool named '${name}' is already available`)
        yield { ...conflict, errorCode: 'tool_name_conflict' }
      }
      kinds.set(name, kind)
    }
  },
  *'TRF-02'(request) {
    const tools = toolEntries(request)
    if (tools.length === 0 || !tools.every(isDeferred)) return
    const message = 'At least one tool must have defer_loading=false. All tools cannot be deferred.'
    yield { path: 'tools', message }
  },
  *'TRF-03'(request) {
    for (const { path, tool } of toolEntries(request)) {
      if (tool.defer_loading !== true || tool.cache_control == null) continue
      const reason = 'Tools with defer_loading cannot use prompt caching.'
      const message = `Tool '${shown(tool.name)}' cannot have both defer_loading=true and cache_control set. ${reason}`
      yield { path: `${path}.cache_control`, message }
    }
  },
  *'TRF-04'(request) {
    if (toolEntries(request).filter(isDeferred).length > DEFERRED_TOOLS) {
      const limit = finding('tools', `at most ${DEFERRED_TOOLS} tools may have defer_loading=true`)
      yield { ...limit, errorCode: 'available_tools_limit_exceeded' }
    }
    for (const view of placedBlocks(request)) {
      const { tool_name: name } = view.block
      if (view.type !== 'tool_reference' || typeof name !== 'string') continue
      const length = [...name].length
      if (length > 0 && length <= TOOL_NAME_LENGTH) continue
      const text = length === 0 ? 'at least 1 character' : `at most ${TOOL_NAME_LENGTH} characters`
      yield finding(`${apiPath(view)}.tool_reference.tool_name`, `String should have ${text}`)
    }
  },
}

function* webFaults(entry: ToolEntry): Generator<Finding> {
  const { path, label, tool } = entry
  const allowed = listAt(tool, 'allowed_domains')
  const blocked = listAt(tool, 'blocked_domains')
  if (allowed.length > 0 && blocked.length > 0) {
    yield finding(path, 'only one of allowed_domains and blocked_domains may be set', label)
  }
  for (const field of ['allowed_domains', 'blocked_domains']) {
    for (const [index, domain] of listAt(tool, field).entries()) {
      const text = typeof domain === 'string' ? domainFault(domain) : 'Input should be a valid string'
      if (text) yield toolFinding(entry, `${field}.${index}`, text)
    }
  }
  const { country } = objectAt(tool, 'user_location')
  if (country != null && !(typeof country === 'string' && /^[A-Za-z]{2}$/.test(country))) {
    yield toolFinding(entry, 'user_location.country', 'not an ISO 3166-1 alpha-2 country code')
  }
}

function domainFault(domain: string): string | undefined {
  if (domain.includes('://')) return 'a domain has no scheme'
  const [host = ''] = domain.split('/', 1)
  return host.includes('*') ? 'a wildcard may only stand in the path' : undefined
}

const SERVERS = 20
const DEFERRED_TOOLS = 10_000
const TOOL_NAME_LENGTH = 256

function isDeferred({ tool, facts }: ToolEntry): boolean {
  const settings = facts?.kind === 'mcp' ? objectAt(tool, 'default_config') : tool
  return settings.defer_loading === true
}
