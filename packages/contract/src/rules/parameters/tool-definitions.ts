import type { ApiTarget } from '../../api-target.ts'
import type { Checks } from '../../rule.ts'
import { unknownTag } from './field-types.ts'
import { isSent } from './request-parts.ts'
import { type ToolEntry, toolEntries } from './tool-entries.ts'
import { acceptedToolTypes } from './tool-support.ts'

/** TDF-01, TDF-02 and TDF-08: each tool has a known type and a name of its own. */
export const toolDefinitionChecks: Checks = {
  *'TDF-08'(request, target) {
    const accepted = acceptedToolTypes(target)
    const known = new Set(accepted)
    for (const { path, tool, type } of toolEntries(request)) {
      if (known.has(type)) continue
      yield { path: `${path}.type`, message: unknownTag(tool.type, { path, tags: accepted }) }
    }
  },
  *'TDF-01'(request, target) {
    for (const entry of toolEntries(request)) {
      const text = nameFault(entry, target)
      if (text) yield { path: `${entry.path}.name`, message: `${entry.label}.name: ${text}` }
    }
  },
  *'TDF-02'(request) {
    const seen = new Set<string>()
    for (const { path, tool } of toolEntries(request)) {
      if (typeof tool.name !== 'string') continue
      if (seen.has(tool.name)) yield { path: `${path}.name`, message: 'tools: Tool names must be unique.' }
      seen.add(tool.name)
    }
  },
}

function nameFault({ tool, facts }: ToolEntry, target: ApiTarget): string | undefined {
  const { name } = tool
  // Toolsets take no name (TDF-11), an MCP toolset names its server.
  if (!facts || facts.kind === 'toolset' || facts.kind === 'mcp') return undefined
  if (!isSent(tool, 'name')) return 'Field required'
  if (facts.name !== undefined) return name === facts.name ? undefined : `Input should be '${facts.name}'`
  if (typeof name !== 'string') return 'Input should be a valid string'
  if (name === '') return 'String should have at least 1 character'
  const longest = target.limits.toolNameLength
  if (name.length <= longest && /^[a-zA-Z0-9_-]+$/.test(name)) return undefined
  return `String should match pattern '^[a-zA-Z0-9_-]{1,${longest}}$'`
}
