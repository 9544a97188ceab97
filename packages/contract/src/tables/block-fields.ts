import type { FieldKind } from './field-kinds.ts'
import { lookupTable } from './lookup-table.ts'

const SERVER_RESULT = { tool_use_id: 'string', content: 'any', cache_control: 'object?' } as const
const WEB_RESULT = {
  tool_use_id: 'string',
  content: 'any',
  caller: 'object?',
  cache_control: 'object?',
} as const

/** The fields of each block type as request input, with what they hold (types of SDK 1.8.0). */
export const BLOCK_SCHEMAS: Readonly<Record<string, Readonly<Record<string, FieldKind>>>> = lookupTable({
  text: { text: 'string', citations: 'array?', cache_control: 'object?' },
  image: { source: 'object', transformations: 'object?', cache_control: 'object?' },
  document: {
    source: 'object',
    title: 'string?',
    context: 'string?',
    citations: 'object?',
    cache_control: 'object?',
  },
  search_result: {
    source: 'string',
    title: 'string',
    content: 'array',
    citations: 'object?',
    cache_control: 'object?',
  },
  tool_use: {
    id: 'string',
    name: 'string',
    input: 'object',
    caller: 'object?',
    toolset_name: 'string?',
    cache_control: 'object?',
  },
  tool_result: {
    tool_use_id: 'string',
    content: 'text-or-blocks?',
    is_error: 'boolean?',
    toolset_name: 'string?',
    cache_control: 'object?',
  },
  thinking: { thinking: 'string', signature: 'string' },
  redacted_thinking: { data: 'string' },
  server_tool_use: {
    id: 'string',
    name: 'string',
    input: 'object',
    caller: 'object?',
    cache_control: 'object?',
  },
  web_search_tool_result: WEB_RESULT,
  web_fetch_tool_result: WEB_RESULT,
  code_execution_tool_result: SERVER_RESULT,
  bash_code_execution_tool_result: SERVER_RESULT,
  text_editor_code_execution_tool_result: SERVER_RESULT,
  tool_search_tool_result: SERVER_RESULT,
  advisor_tool_result: SERVER_RESULT,
  mcp_tool_use: {
    id: 'string',
    name: 'string',
    server_name: 'string',
    input: 'object',
    cache_control: 'object?',
  },
  mcp_tool_result: {
    tool_use_id: 'string',
    content: 'text-or-blocks?',
    is_error: 'boolean?',
    cache_control: 'object?',
  },
  mcp_tool_listing: { mcp_server_name: 'string', tools: 'array' },
  container_upload: { file_id: 'string', cache_control: 'object?' },
  tool_reference: { tool_name: 'string', cache_control: 'object?' },
  browser_state: { tabs: 'array', state_changes: 'array?', cache_control: 'object?' },
  fallback: { from: 'object', to: 'object', trigger: 'any?' },
  compaction: {
    content: 'string?',
    encrypted_content: 'string?',
    signature: 'string?',
    tool_changes: 'array?',
    cache_control: 'object?',
  },
  tool_addition: { tool: 'object', cache_control: 'object?' },
  tool_removal: { tool: 'object', cache_control: 'object?' },
} satisfies Record<string, Record<string, FieldKind>>)

/** The names of the fields that the API allows on each block type; any other is an extra input. */
export const BLOCK_FIELDS: Readonly<Record<string, readonly string[]>> = lookupTable(
  Object.fromEntries(
    Object.entries(BLOCK_SCHEMAS).map(([type, fields]) => [type, ['type', ...Object.keys(fields)]]),
  ),
)

const SERVER_TOOL_BLOCKS = [
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'mcp_tool_listing',
]

/**
 * The block types that each role may carry. An assistant's `document` is allowed only by API versions
 * before 2026-10-21, so it is not listed: what must be valid everywhere does without it.
 */
export const BLOCKS_BY_ROLE: Readonly<Record<'user' | 'assistant' | 'system', readonly string[]>> =
  lookupTable({
    user: ['text', 'image', 'document', 'search_result', 'tool_result', 'container_upload', 'compaction'],
    assistant: [
      'text',
      'thinking',
      'redacted_thinking',
      'tool_use',
      ...SERVER_TOOL_BLOCKS,
      'container_upload',
      'fallback',
      'compaction',
    ],
    system: ['text', 'tool_addition', 'tool_removal'],
  })

/** Block types that exist only under a beta, each with the betas of which one is enough. */
export const BETA_BLOCKS: Readonly<Record<string, readonly string[]>> = lookupTable({
  advisor_tool_result: ['advisor-tool-2026-03-01'],
  mcp_tool_use: ['mcp-client-2025-04-04', 'mcp-client-2025-11-20', 'mcp-client-2026-09-15'],
  mcp_tool_result: ['mcp-client-2025-04-04', 'mcp-client-2025-11-20', 'mcp-client-2026-09-15'],
  mcp_tool_listing: ['mcp-client-2026-09-15'],
  fallback: ['server-side-fallback-2026-06-01', 'server-side-fallback-2026-07-01'],
  compaction: ['compact-2026-01-12', 'compact-2026-09-04'],
  tool_addition: ['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15'],
  tool_removal: ['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15'],
})

/** The block types that a `tool_result` may contain. */
export const TOOL_RESULT_BLOCKS: readonly string[] = [
  'text',
  'image',
  'search_result',
  'document',
  'tool_reference',
  'browser_state',
]

/** The fields of each kind of source that an image or document may have. */
export const SOURCE_SCHEMAS: Readonly<Record<string, Readonly<Record<string, FieldKind>>>> = lookupTable({
  base64: { media_type: 'string', data: 'string' },
  url: { url: 'string' },
  file: { file_id: 'string' },
  text: { media_type: 'string', data: 'string' },
  content: { content: 'text-or-blocks' },
} satisfies Record<string, Record<string, FieldKind>>)

/** The fields of a message by its role; those of `system` beyond these two are beta. */
export const MESSAGE_FIELDS: readonly string[] = ['role', 'content']

/** Fields of a `system` message that exist only under a beta. */
export const BETA_MESSAGE_FIELDS: Readonly<Record<string, readonly string[]>> = lookupTable({
  clear_at: ['mid-conversation-system-clear-at-2026-08-21'],
  output_config: ['mid-conversation-output-config-2026-07-01'],
})

/** True when the target sends one of the betas that allow a thing, or the thing needs none. */
export function isAllowedByBeta(betas: readonly string[], needed: readonly string[] | undefined): boolean {
  return needed === undefined || needed.some(beta => betas.includes(beta))
}
