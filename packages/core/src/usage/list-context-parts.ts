import type { ContextUsage } from './context-usage.ts'
import type { ContextTool, ContextUsageOptions } from './context-usage-options.ts'
import { estimateTokens } from './estimate-tokens.ts'

/** The parts of a context that are no messages. */
export type ContextParts = Pick<
  ContextUsage,
  'systemPromptSections' | 'systemTools' | 'deferredBuiltinTools' | 'mcpTools' | 'memoryFiles' | 'agents'
>

/** Lists each part with its tokens; `scale` corrects an estimate. */
export function listContextParts(
  options: ContextUsageOptions,
  scale: (tokens: number) => number,
): ContextParts {
  const measure = (value: unknown): number => scale(estimateTokens(value))
  const measureTool = ({ definition }: ContextTool) => ({
    name: definition.name ?? definition.type ?? '',
    tokens: measure(definition),
  })
  const own = options.tools.filter(({ serverName }) => serverName === undefined)
  return {
    systemPromptSections: options.systemSections.map(({ name, text }) => ({ name, tokens: measure(text) })),
    systemTools: own.filter(({ isDeferred }) => isDeferred !== true).map(measureTool),
    deferredBuiltinTools: own
      .filter(({ isDeferred }) => isDeferred === true)
      .map(tool => ({ ...measureTool(tool), isLoaded: false })),
    mcpTools: options.tools.flatMap(tool =>
      tool.serverName === undefined
        ? []
        : [{ ...measureTool(tool), serverName: tool.serverName, isLoaded: tool.isDeferred !== true }],
    ),
    memoryFiles: (options.memoryFiles ?? []).map(({ text, ...file }) => ({ ...file, tokens: measure(text) })),
    agents: (options.agents ?? []).map(({ text, ...agent }) => ({ ...agent, tokens: measure(text) })),
  }
}

/** The tokens of each row of the table that these parts make up. */
export function sumContextParts({ systemPromptSections, systemTools, ...parts }: ContextParts): {
  readonly systemPrompt: number
  readonly systemTools: number
  readonly mcpTools: number
  readonly deferredSystemTools: number
  readonly deferredMcpTools: number
  /** Of all that stands in the window. */
  readonly loaded: number
} {
  const systemPrompt = sum(systemPromptSections)
  const system = sum(systemTools)
  const mcpTools = sum(parts.mcpTools.filter(({ isLoaded }) => isLoaded))
  return {
    systemPrompt,
    systemTools: system,
    mcpTools,
    deferredSystemTools: sum(parts.deferredBuiltinTools),
    deferredMcpTools: sum(parts.mcpTools.filter(({ isLoaded }) => !isLoaded)),
    loaded: systemPrompt + system + mcpTools,
  }
}

function sum(items: readonly { readonly tokens: number }[]): number {
  return items.reduce((total, { tokens }) => total + tokens, 0)
}
