import type { ApiTool, Tools } from '@antiphon/core'
import type { AgentTool } from './agent-tool.ts'
import type { ServerTool } from './server-tool.ts'

/** The tools of an agent, as the model, the views and the loop see them. */
export interface Toolbox {
  readonly tools: readonly AgentTool[]
  readonly serverTools: readonly ServerTool[]
  find(name: string): AgentTool | undefined
  /** The definitions that go into a request; always the same ones in the same order. */
  readonly definitions: readonly ApiTool[]
  /** What a request with these definitions has to ask for. */
  readonly betas: readonly string[]
  /** Names and aliases for core's views. */
  readonly names: Tools
}

/** Collects tools; of two with one name the first counts. */
export function createToolbox(tools: readonly AgentTool[], serverTools: readonly ServerTool[] = []): Toolbox {
  const byName = new Map<string, AgentTool>()
  for (const tool of tools) for (const alias of tool.aliases) byName.set(alias, tool)
  for (const tool of tools.toReversed()) byName.set(tool.name, tool)
  const unique = [...new Set(tools.map(({ name }) => name))].flatMap(name => byName.get(name) ?? [])
  return {
    tools: unique,
    serverTools,
    find: name => byName.get(name),
    definitions: [...unique.map(toDefinition), ...serverTools.map(({ definition }) => definition)],
    betas: serverTools.flatMap(({ betas = [] }) => betas),
    names: unique.map(({ name, aliases }) => ({ name, aliases })),
  }
}

function toDefinition({ name, description, inputSchema, isDeferred }: AgentTool): ApiTool {
  return { name, description, input_schema: inputSchema, ...(isDeferred && { defer_loading: true }) }
}
