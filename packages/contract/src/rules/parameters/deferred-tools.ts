import type { Checks } from '../../rule.ts'
import { blockPath, placedBlocks } from './placed-blocks.ts'
import { objectAt, shown } from './request-parts.ts'
import { type ToolEntry, toolEntries } from './tool-entries.ts'

const DEFERRED_TOOLS = 10_000
const TOOL_NAME_LENGTH = 256

/** TRF-02…04: tools whose definitions the model asks for later. */
export const deferredToolChecks: Checks = {
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
      const message = `tools: at most ${DEFERRED_TOOLS} tools may have defer_loading=true`
      yield { path: 'tools', message, errorCode: 'available_tools_limit_exceeded' }
    }
    for (const placed of placedBlocks(request)) {
      const { type, tool_name: name } = placed.block
      if (type !== 'tool_reference' || typeof name !== 'string') continue
      const length = [...name].length
      if (length > 0 && length <= TOOL_NAME_LENGTH) continue
      const text = length === 0 ? 'at least 1 character' : `at most ${TOOL_NAME_LENGTH} characters`
      const path = `${blockPath(placed)}.tool_reference.tool_name`
      yield { path, message: `${path}: String should have ${text}` }
    }
  },
}

function isDeferred({ tool, facts }: ToolEntry): boolean {
  const settings = facts?.kind === 'mcp' ? objectAt(tool, 'default_config') : tool
  return settings.defer_loading === true
}
