import type { Platform } from '../../tables/platforms.ts'

/** Fields that sampling once had; gone since API version 2026-10-21. */
export const SAMPLING_FIELDS: readonly string[] = ['temperature', 'top_p', 'top_k']

/** What every request may hold; from SDK 1.8.0. */
export const STABLE_FIELDS: ReadonlySet<string> = new Set([
  ...SAMPLING_FIELDS,
  'cache_control',
  'container',
  'diagnostics',
  'inference_geo',
  'max_tokens',
  'messages',
  'metadata',
  'model',
  'output_config',
  'service_tier',
  'speed',
  'stop_sequences',
  'stream',
  'system',
  'thinking',
  'tool_choice',
  'tools',
])

/** Fields that exist only under a beta, with the prefixes of the betas that bring them. */
export const BETA_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['compaction', ['compact-2026-09-04']],
  ['context_management', ['context-management-', 'compact-2026-01-12']],
  ['fallback_credit_token', ['fallback-credit-']],
  ['fallbacks', ['server-side-fallback-']],
  ['mcp_servers', ['mcp-client-']],
  ['output_format', ['structured-outputs-']],
  ['thread', ['message-threads-']],
  ['user_profile_id', ['user-profiles-']],
])

/** What the cloud platforms put into the body instead of a header. */
export const PLATFORM_FIELDS: Record<Platform, readonly string[]> = {
  anthropic: [],
  bedrock: ['anthropic_version', 'anthropic_beta'],
  vertex: ['anthropic_version'],
}

/** What a tool choice of a type may hold. */
export const TOOL_CHOICE_FIELDS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['auto', ['type', 'disable_parallel_tool_use']],
  ['any', ['type', 'disable_parallel_tool_use']],
  ['tool', ['type', 'name', 'disable_parallel_tool_use']],
  ['none', ['type']],
])

/** What an object of the body may hold where that does not depend on its type. */
export const NESTED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  metadata: ['user_id'],
  output_config: ['effort', 'format', 'task_budget'],
  container: ['id', 'skills'],
}

/** What an object of the body may hold by its type; THK-07 and THK-23 judge `display` and `block_binding`. */
export const TAGGED_FIELDS: Readonly<Record<string, ReadonlyMap<unknown, readonly string[]>>> = {
  tool_choice: TOOL_CHOICE_FIELDS,
  thinking: new Map([
    ['enabled', ['type', 'budget_tokens', 'display', 'block_binding']],
    ['adaptive', ['type', 'display', 'block_binding']],
    ['disabled', ['type', 'display', 'block_binding']],
    ['between_tools', ['type', 'display', 'block_binding']],
  ]),
}

/** What a toolset refuses in words of its own (TDF-11). */
export const TOOLSET_REFUSALS: readonly string[] = ['name', 'strict', 'input_examples', 'defer_loading']
