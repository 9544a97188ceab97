import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { ResultSubtype } from '../message/result-message.ts'
import type { Usage } from '../message/usage.ts'
import type { TerminalReason } from './terminal-reason.ts'
import type { WireBase, WireCause } from './wire-base.ts'

/** Closes a turn. `usage` is this turn's and without subagents; cost and `modelUsage` grow over the process. */
export type WireResultEvent = WireResultSuccess | WireResultError

type WireResultBase = WireBase &
  WireCause & {
    readonly type: 'result'
    /** Ours have it, Claude Code's do not. */
    readonly timestamp?: string
    readonly duration_ms: number
    readonly duration_api_ms: number
    readonly is_error: boolean
    readonly num_turns: number
    readonly stop_reason?: string | null
    readonly total_cost_usd: number
    readonly usage: Partial<Usage>
    readonly modelUsage?: Readonly<Record<string, WireModelUsage>>
    readonly model_usage_since_last_result?: Readonly<Record<string, WireModelUsage>>
    readonly permission_denials?: readonly WirePermissionDenial[]
    readonly terminal_reason?: TerminalReason
    readonly queued_turn_count?: number
    readonly result_index?: number
    readonly credential_expires_at?: string
    readonly fast_mode_state?: string
    readonly fast_mode_disabled_reason?: string
    readonly origin?: JsonObject
    readonly subagent_stats?: JsonObject
    readonly safety_stops?: number
  }

export type WireResultSuccess = WireResultBase &
  WireTimings & {
    readonly subtype: 'success'
    readonly result: string
    readonly structured_output?: JsonValue
    readonly api_error_status?: number | null
    readonly local_command?: string
    readonly deferred_tool_use?: JsonObject
  }

export type WireResultError = WireResultBase & {
  readonly subtype: Exclude<ResultSubtype, 'success'>
  /** Versions before 2.1 have none. */
  readonly errors?: readonly string[]
  readonly startup_failure_reason?: string
  readonly invalid_config_file?: {
    readonly path: string
    readonly is_global: boolean
    readonly backup_searched: boolean
    readonly backup_path?: string
  }
}

export type WireModelUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
  readonly webSearchRequests?: number
  readonly costUSD: number
  readonly contextWindow?: number
  readonly maxOutputTokens?: number
  readonly thinkingTokens?: number
  readonly cacheCreationEphemeral5mInputTokens?: number
  readonly cacheCreationEphemeral1hInputTokens?: number
  readonly canonicalModel?: string
  readonly provider?: string
  readonly costBasis?: string
}

export type WirePermissionDenial = {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: JsonObject
}

type QueuedBehind = 'durable_post' | 'ephemeral_post' | 'retry_backoff' | 'hold' | 'none'

/** Where the time of a turn went, in milliseconds. */
type WireTimings = {
  readonly ttft_ms?: number
  readonly ttft_stream_ms?: number
  readonly time_to_request_ms?: number
  readonly time_to_request_from_spawn_ms?: number
  readonly request_sent_wall_ms?: number
  readonly first_content_frame_ms?: number
  readonly first_stream_post_ms?: number
  readonly first_stream_post_ack_ms?: number
  readonly first_stream_post_queue_wait_ms?: number
  readonly first_stream_post_queued_behind?: QueuedBehind
  readonly first_stream_post_wall_ms?: number
  readonly first_text_post_ms?: number
  readonly first_text_post_queue_wait_ms?: number
  readonly first_text_post_queued_behind?: QueuedBehind
  readonly first_text_post_wall_ms?: number
  readonly warm_spare_claimed?: boolean
}
