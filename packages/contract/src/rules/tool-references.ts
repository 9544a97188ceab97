import { isObject } from '../json.ts'
import { blockPath } from '../request/block-path.ts'
import { blocksOfType, type PlacedBlock } from '../request/request-view.ts'
import type { Checks, Finding } from '../rule.ts'

/** Names of tools inside the history. */
export const toolReferenceChecks: Checks = {
  *'TRF-01'(request) {
    const tools: unknown = request.tools
    const entries: readonly unknown[] = Array.isArray(tools) ? tools : []
    // What an MCP server offers cannot be seen in the request, so that any name may be one of its tools.
    if (entries.some(tool => isObject(tool) && tool.type === 'mcp_toolset')) return
    const names = new Set(entries.map(tool => (isObject(tool) ? tool.name : undefined)))
    for (const { block } of blocksOfType(request, 'tool_addition')) {
      if (isObject(block.tool) && isObject(block.tool.definition)) names.add(block.tool.definition.name)
    }
    for (const view of blocksOfType(request, 'tool_reference'))
      yield* unresolved(view, view.block.tool_name, names)
    for (const view of ['tool_addition', 'tool_removal'].flatMap(type => blocksOfType(request, type))) {
      const { tool } = view.block
      if (!isObject(tool) || tool.type !== 'tool_reference') continue
      for (const finding of unresolved(view, tool.name, names)) {
        yield { ...finding, errorCode: 'tool_reference_unresolved' }
      }
    }
  },
}

function* unresolved(view: PlacedBlock, name: unknown, names: ReadonlySet<unknown>): Generator<Finding> {
  if (typeof name !== 'string' || names.has(name)) return
  yield { path: blockPath(view), message: `Tool reference '${name}' not found in available tools` }
}
