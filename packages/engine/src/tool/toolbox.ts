import type { ApiTool } from '@antiphon/contract'
import type { Tools } from '@antiphon/core'
import type { AgentTool } from './agent-tool.ts'
import { TOOL_SEARCH_NAME } from './deferred-tools.ts'
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
  /** Names, aliases and internal fields for core's views. */
  readonly names: Tools
}

/** Collects tools; of two with one name the first counts. Tools are deferred only where they can be searched for, and only then the search is offered. */
export function createToolbox(tools: readonly AgentTool[], serverTools: readonly ServerTool[] = []): Toolbox {
  const byName = new Map<string, AgentTool>()
  for (const tool of tools) for (const alias of tool.aliases) byName.set(alias, tool)
  for (const tool of tools.toReversed()) byName.set(tool.name, tool)
  const all = [...new Set(tools.map(({ name }) => name))].flatMap(name => byName.get(name) ?? [])
  const isSearched = byName.has(TOOL_SEARCH_NAME) && all.some(({ isDeferred }) => isDeferred)
  const unique = isSearched ? all : all.filter(({ name }) => name !== TOOL_SEARCH_NAME).map(load)
  return {
    tools: unique,
    serverTools,
    find: name => (isSearched || name !== TOOL_SEARCH_NAME ? byName.get(name) : undefined),
    definitions: [...unique.map(toDefinition), ...serverTools.map(({ definition }) => definition)],
    betas: serverTools.flatMap(({ betas = [] }) => betas),
    names: unique.map(({ name, aliases, internalInputFields }) => ({
      name,
      aliases,
      ...(internalInputFields && { internalInputFields }),
    })),
  }
}

function load(tool: AgentTool): AgentTool {
  return tool.isDeferred ? { ...tool, isDeferred: false } : tool
}

function toDefinition({ name, description, inputSchema, isDeferred }: AgentTool): ApiTool {
  return { name, description, input_schema: inputSchema, ...(isDeferred && { defer_loading: true }) }
}
