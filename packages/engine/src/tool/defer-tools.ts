import { modelFacts } from '@antiphon/contract'
import { estimateTokens } from '@antiphon/core/usage'
import type { AgentTool } from './agent-tool.ts'
import type { ToolSearchSwitch } from './tool-search-switch.ts'

/** The same tools, those of servers deferred where the switch says so; whether they are is the second part. */
export function deferTools(
  tools: readonly AgentTool[],
  { search, model }: { readonly search: ToolSearchSwitch; readonly model: string },
): { readonly tools: readonly AgentTool[]; readonly isDeferring: boolean } {
  const isDeferring =
    search.kind === 'on' || (search.kind === 'auto' && areMany(tools, model, search.percent))
  if (!isDeferring) return { tools, isDeferring }
  return { tools: tools.map(tool => (isOfServer(tool) ? { ...tool, isDeferred: true } : tool)), isDeferring }
}

function areMany(tools: readonly AgentTool[], model: string, percent: number): boolean {
  const definitions = tools
    .filter(isOfServer)
    .map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))
  return estimateTokens(definitions) > (modelFacts(model).context * percent) / 100
}

function isOfServer({ name }: AgentTool): boolean {
  return name.startsWith('mcp__')
}
