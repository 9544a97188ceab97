import type { ContextCategory } from './context-usage.ts'
import type { sumContextParts } from './list-context-parts.ts'

export type ContextCategoriesOptions = {
  readonly sums: ReturnType<typeof sumContextParts>
  /** Of what stands before the messages and was not handed in. */
  readonly system: number
  readonly isSystemEstimated: boolean
  readonly memory: number
  readonly messages: number
  readonly window: number
  /** From how many tokens on the conversation is compacted; null for never. */
  readonly threshold: number | null
}

/** The rows of the table; used, buffer and free make up the window. Empty rows are left out. */
export function listContextCategories(options: ContextCategoriesOptions): readonly ContextCategory[] {
  const { sums, system, memory, messages, window, threshold } = options
  const room = Math.max(0, window - sums.loaded - system - memory - messages)
  const buffer = threshold === null ? 0 : Math.max(0, Math.min(window - threshold, room))
  const rows: readonly ContextCategory[] = [
    {
      id: 'system_prompt',
      name: 'System prompt',
      tokens: sums.systemPrompt + system,
      color: 'blue',
      kind: 'used',
      ...(options.isSystemEstimated && { isEstimated: true }),
    },
    { id: 'system_tools', name: 'System tools', tokens: sums.systemTools, color: 'cyan', kind: 'used' },
    { id: 'mcp_tools', name: 'MCP tools', tokens: sums.mcpTools, color: 'green', kind: 'used' },
    {
      id: 'system_tools_deferred',
      name: 'System tools (deferred)',
      tokens: sums.deferredSystemTools,
      ...DEFERRED,
    },
    { id: 'mcp_tools_deferred', name: 'MCP tools (deferred)', tokens: sums.deferredMcpTools, ...DEFERRED },
    { id: 'memory_files', name: 'Memory files', tokens: memory, color: 'yellow', kind: 'used' },
    { id: 'messages', name: 'Messages', tokens: messages, color: 'magenta', kind: 'used' },
    { id: 'autocompact_buffer', name: 'Autocompact buffer', tokens: buffer, color: 'gray', kind: 'buffer' },
    { id: 'free_space', name: 'Free space', tokens: room - buffer, color: 'gray', kind: 'free' },
  ]
  return rows.filter(({ id, tokens }) => tokens > 0 || ALWAYS.has(id))
}

const DEFERRED = { color: 'gray', kind: 'deferred', isDeferred: true } as const
const ALWAYS: ReadonlySet<string> = new Set(['messages', 'free_space'])
