import { isObject } from '../../../message/json.ts'
import type { ApiRequest } from '../api-request.ts'
import { blockPath } from '../block-path.ts'
import { type BlockView, viewRequest } from '../request-view.ts'
import type { Finding, Rule } from '../rule.ts'

/** Names of tools inside the history. */
export const toolReferenceRules: readonly Rule[] = [
  {
    id: 'TRF-01',
    title: 'A tool reference names a tool of the request.',
    level: 'well-formed',
    confidence: 'A',
    check: references,
  },
]

function* references(request: ApiRequest): Generator<Finding> {
  const tools: unknown = request.tools
  const entries: readonly unknown[] = Array.isArray(tools) ? tools : []
  // What an MCP server offers cannot be seen in the request, so that any name may be one of its tools.
  if (entries.some(tool => isObject(tool) && tool.type === 'mcp_toolset')) return
  const names = new Set(entries.map(tool => (isObject(tool) ? tool.name : undefined)))
  for (const view of viewRequest(request).blocks) {
    const { tool } = view.block
    if (view.type === 'tool_reference') yield* unresolved(view, view.block.tool_name, names)
    else if (!isObject(tool)) continue
    else if (view.type === 'tool_addition' && isObject(tool.definition)) names.add(tool.definition.name)
    else if (view.type.startsWith('tool_') && tool.type === 'tool_reference') {
      for (const finding of unresolved(view, tool.name, names)) {
        yield { ...finding, errorCode: 'tool_reference_unresolved' }
      }
    }
  }
}

function* unresolved(view: BlockView, name: unknown, names: ReadonlySet<unknown>): Generator<Finding> {
  if (typeof name !== 'string' || names.has(name)) return
  yield { path: blockPath(view), message: `Tool reference '${name}' not found in available tools` }
}
