import type { JsonValue } from '@antiphon/contract'

/** What one answer of the Messages API consumed; foreign and older files hold any subset. */
export type Usage = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation?: {
    readonly ephemeral_1h_input_tokens: number
    readonly ephemeral_5m_input_tokens: number
  } | null
  readonly server_tool_use?: {
    readonly web_search_requests: number
    readonly web_fetch_requests?: number
    readonly code_execution_requests?: number
  } | null
  readonly output_tokens_details?: { readonly thinking_tokens?: number } | null
  readonly service_tier?: string | null
  readonly inference_geo?: string | null
  readonly iterations?: JsonValue | null
  readonly speed?: string | null
  readonly fallback_credit?: JsonValue
}

/** The full usage object of a message that no model made: every count zero. */
export const EMPTY_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
  service_tier: null,
  cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  inference_geo: null,
  iterations: null,
  speed: null,
}
