import { isObject } from '@antiphon/contract'
import { toServerLine } from './clean-server-text.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import type { McpListing } from './open-mcp-session.ts'

/** A prompt that a server has written. */
export type ListedPrompt = {
  readonly name: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
}

type PromptArgument = { readonly name: string; readonly isRequired: boolean }

/** The prompts that can be called, each once, with their words bounded. */
export function keepPrompts({ items }: McpListing): readonly ListedPrompt[] {
  const kept = new Map<string, ListedPrompt>()
  for (const item of items) {
    if (kept.size === MCP_LIMITS.prompts) break
    if (!isObject(item) || !isName(item.name) || kept.has(item.name)) continue
    kept.set(item.name, {
      name: item.name,
      description: typeof item.description === 'string' ? toServerLine(item.description) : '',
      arguments: readArguments(item.arguments),
    })
  }
  return [...kept.values()]
}

function readArguments(value: unknown): readonly PromptArgument[] {
  if (!Array.isArray(value)) return []
  return value
    .filter(isObject)
    .flatMap(({ name, required }) => (isName(name) ? [{ name, isRequired: required === true }] : []))
    .slice(0, MCP_LIMITS.promptArguments)
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MCP_LIMITS.toolName
}
