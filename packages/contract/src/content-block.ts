import type { JsonObject, JsonValue } from './json.ts'
import { isObject } from './json.ts'

/** A piece of a user's or assistant's content. Unknown types pass through as `UnknownBlock`. */
export type ContentBlock =
  | TextBlock
  | ToolUseBlock
  | ToolResultBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ImageBlock
  | DocumentBlock
  | SearchResultBlock
  | ToolReferenceBlock
  | ServerToolUseBlock
  | ServerToolResultBlock
  | McpToolUseBlock
  | McpToolResultBlock
  | ContainerUploadBlock
  | FallbackBlock
  | CompactionBlock
  | UnknownBlock

/** The name under which the seeds and the SDK know what a request may carry. */
export type ContentBlockParam = ContentBlock

export type CacheControl = { readonly type: 'ephemeral'; readonly ttl?: '5m' | '1h' }

type Cacheable = { readonly cache_control?: CacheControl | null }

export type TextBlock = Cacheable & {
  readonly type: 'text'
  readonly text: string
  readonly citations?: readonly JsonObject[] | null
}

export type ToolUseBlock = Cacheable & {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly caller?: JsonObject
  readonly toolset_name?: string
}

export type ToolResultBlock = Cacheable & {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  readonly content?: string | readonly ContentBlock[]
  readonly is_error?: boolean
  readonly toolset_name?: string
}

/** Opaque, signed bytes bound to all that came before them: kept whole or dropped whole, never edited. */
export type ThinkingBlock = {
  readonly type: 'thinking'
  readonly thinking: string
  readonly signature?: string
}

export type RedactedThinkingBlock = { readonly type: 'redacted_thinking'; readonly data?: string }

export type Base64Source = { readonly type: 'base64'; readonly media_type: string; readonly data: string }
export type UrlSource = { readonly type: 'url'; readonly url: string }
export type FileSource = { readonly type: 'file'; readonly file_id: string }
export type TextSource = { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string }
export type ContentSource = { readonly type: 'content'; readonly content: string | readonly ContentBlock[] }

export type ImageBlock = Cacheable & {
  readonly type: 'image'
  readonly source: Base64Source | UrlSource | FileSource
}

export type DocumentBlock = Cacheable & {
  readonly type: 'document'
  readonly source: Base64Source | UrlSource | FileSource | TextSource | ContentSource
  readonly title?: string | null
  readonly context?: string | null
  readonly citations?: { readonly enabled?: boolean } | null
}

export type SearchResultBlock = Cacheable & {
  readonly type: 'search_result'
  readonly source: string
  readonly title: string
  readonly content: readonly TextBlock[]
  readonly citations?: { readonly enabled?: boolean }
}

/** Inside a tool result: the model may now call the deferred tool of this name. */
export type ToolReferenceBlock = Cacheable & { readonly type: 'tool_reference'; readonly tool_name: string }

/** A call that the API itself carries out; its result stands in the same assistant message. */
export type ServerToolUseBlock = Cacheable & {
  readonly type: 'server_tool_use'
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly caller?: JsonObject
}

export const SERVER_TOOL_RESULT_TYPES = [
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'advisor_tool_result',
] as const

export type ServerToolResultType = (typeof SERVER_TOOL_RESULT_TYPES)[number]

export type ServerToolResultBlock = Cacheable & {
  readonly type: ServerToolResultType
  readonly tool_use_id: string
  readonly content: JsonValue
  readonly caller?: JsonObject
}

export type McpToolUseBlock = Cacheable & {
  readonly type: 'mcp_tool_use'
  readonly id: string
  readonly name: string
  readonly server_name: string
  readonly input: unknown
}

export type McpToolResultBlock = Cacheable & {
  readonly type: 'mcp_tool_result'
  readonly tool_use_id: string
  readonly is_error?: boolean
  readonly content?: string | readonly ContentBlock[]
}

export type ContainerUploadBlock = Cacheable & { readonly type: 'container_upload'; readonly file_id: string }

/** Marks where another model took over in the middle of an answer (beta). */
export type FallbackBlock = { readonly type: 'fallback'; readonly from?: JsonValue; readonly to?: JsonValue }

/** The API's own summary of what came before (beta). */
export type CompactionBlock = Cacheable & {
  readonly type: 'compaction'
  readonly content?: JsonValue
  readonly signature?: string
}

/** A block of a type that this version does not know; kept as it came. */
export type UnknownBlock = { readonly type: `unknown:${string}`; readonly [key: string]: unknown }

/** True for every block that names its type, known or not. */
export function isContentBlock(value: unknown): value is ContentBlock {
  return isObject(value) && typeof value.type === 'string'
}

/** True for thinking in the open and thinking that the API redacted. */
export function isThinkingBlock(block: ContentBlock): block is ThinkingBlock | RedactedThinkingBlock {
  return block.type === 'thinking' || block.type === 'redacted_thinking'
}

/** True for the result of a call that the API carried out. */
export function isServerToolResultBlock(block: ContentBlock): block is ServerToolResultBlock {
  return (SERVER_TOOL_RESULT_TYPES as readonly string[]).includes(block.type)
}

/** A message's content as blocks: a string becomes one text block. */
export function toContentBlocks(content: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}
