import type { ContentBlock, JsonObject, JsonValue } from '@antiphon/contract'
import type { SDKAssistantMessageError } from '../message/assistant-message.ts'
import type { ContextReference } from '../message/context-reference.ts'
import type { MessageOrigin } from '../message/message-origin.ts'
import type { ModelStreamEvent } from '../message/model-stream-event.ts'
import type { Usage } from '../message/usage.ts'
import type { UUID } from '../message/uuid.ts'
import type { ControlFrame } from './control-protocol.ts'
import type { WireBase, WireCause } from './wire-base.ts'
import type { WireResultEvent } from './wire-result-event.ts'
import type { WireSystemEvent } from './wire-system-event.ts'

/**
 * One line of stream-json, in either direction, spelled as on the wire. The type says what a line of
 * that `type` should hold; a reader still checks each field, because anybody may have written it.
 */
export type WireEvent =
  | WireSystemEvent
  | WireAssistantEvent
  | WireUserEvent
  | WireLegacyMessageEvent
  | WireResultEvent
  | WireStreamEvent
  | WireToolProgressEvent
  | WireToolUseSummaryEvent
  | WireAuthStatusEvent
  | WireRateLimitEvent
  | WirePromptSuggestionEvent
  | WireConversationResetEvent
  | WireActiveGoalEvent
  | WireKeepAliveEvent
  | WireTranscriptMirrorEvent
  | WireCommandLifecycleEvent
  | ControlFrame
  | UnknownWireEvent

/** Says that a message belongs to a subagent: the call that started it, and its name. */
export type WireNesting = {
  readonly parent_tool_use_id: string | null
  readonly agent_id?: string
  readonly subagent_type?: string
  readonly task_description?: string
}

/** One finished block of the model's answer; blocks of one answer share `message.id`. */
export type WireAssistantEvent = WireBase &
  WireNesting &
  WireCause & {
    readonly type: 'assistant'
    readonly message: WireAssistantBody
    readonly error?: SDKAssistantMessageError
    readonly request_id?: string
    readonly timestamp?: string
    readonly resumed_from_incomplete_thinking?: true
    readonly supersedes?: readonly UUID[]
    readonly aborted?: true
    readonly context_usage?: JsonObject
    readonly usage_report?: JsonObject
    readonly tool_use_meta?: readonly JsonObject[]
    readonly thinking_duration_ms?: number
    readonly thinking_display?: string
    /** Only shown: neither the model nor the log has it. */
    readonly isVirtual?: true
  }

export type WireAssistantBody = {
  readonly id?: string
  readonly type?: 'message'
  readonly role: 'assistant'
  readonly model?: string
  readonly content: string | readonly ContentBlock[]
  readonly stop_reason?: string | null
  readonly stop_sequence?: string | null
  readonly usage?: Partial<Usage>
  readonly context_management?: JsonObject | null
}

/** A prompt on its way in, or a tool's result on its way out. */
export type WireUserEvent = Partial<WireBase> &
  WireNesting & {
    readonly type: 'user'
    readonly message: { readonly role: 'user'; readonly content: string | readonly ContentBlock[] }
    readonly isSynthetic?: boolean
    readonly isReplay?: boolean
    /** Only shown: neither the model nor the log has it. */
    readonly isVirtual?: true
    readonly tool_use_result?: unknown
    /** How long the tool itself ran; a field of ours. */
    readonly tool_duration_ms?: number
    readonly tool_result_meta?: readonly JsonObject[]
    readonly priority?: 'now' | 'next' | 'later'
    readonly origin?: MessageOrigin
    /** What the person attached; the content holds its rendering. */
    readonly contexts?: readonly ContextReference[]
    readonly shouldQuery?: boolean
    readonly timestamp?: string
    readonly client_composed?: true
    readonly pasted_content?: readonly JsonValue[]
    readonly inline_pastes?: readonly string[]
    readonly file_attachments?: readonly JsonValue[]
  }

/** What programs before 1.0 wrote for `assistant`; seed 002's dispatcher still reads it. */
export type WireLegacyMessageEvent = Partial<WireBase> & {
  readonly type: 'message'
  readonly role?: string
  readonly content?: string | readonly ContentBlock[]
  readonly message?: { readonly role?: string; readonly content?: string | readonly ContentBlock[] }
}

/** A raw event of the model's stream, with `--include-partial-messages`. */
export type WireStreamEvent = WireBase &
  WireCause & {
    readonly type: 'stream_event'
    readonly event: ModelStreamEvent
    readonly parent_tool_use_id: string | null
    readonly ttft_ms?: number
    readonly thinking_display?: string
    readonly api_message_id?: string
  }

export type WireToolProgressEvent = WireBase & {
  readonly type: 'tool_progress'
  readonly tool_use_id: string
  readonly tool_name: string
  readonly parent_tool_use_id: string | null
  readonly elapsed_time_seconds: number
  readonly task_id?: string
  readonly heartbeat?: boolean
  /** What a command printed last; ours. */
  readonly output?: string
  /** What a search of the web looks for, and how much it found; ours. */
  readonly query?: string
  readonly result_count?: number
  readonly subagent_type?: string
  readonly subagent_retry?: JsonObject
}

export type WireToolUseSummaryEvent = WireBase & {
  readonly type: 'tool_use_summary'
  readonly summary: string
  readonly preceding_tool_use_ids: readonly string[]
}

export type WireAuthStatusEvent = WireBase & {
  readonly type: 'auth_status'
  readonly isAuthenticating: boolean
  readonly output: readonly string[]
  readonly error?: string
}

export type WireRateLimitEvent = WireBase & {
  readonly type: 'rate_limit_event'
  readonly rate_limit_info: JsonObject
}

export type WirePromptSuggestionEvent = WireBase & {
  readonly type: 'prompt_suggestion'
  readonly suggestion: string
}

export type WireConversationResetEvent = WireBase & {
  readonly type: 'conversation_reset'
  readonly new_conversation_id: UUID
  readonly trigger?: 'clear' | 'plan_mode_exit' | 'fresh_session' | 'onboarding'
  readonly user_message_uuid?: UUID
  readonly timestamp?: string
}

export type WireActiveGoalEvent = WireBase & {
  readonly type: 'active_goal'
  readonly value: {
    readonly condition: string
    readonly iterations: number
    readonly set_at: number
    readonly tokens_at_start: number
    readonly last_reason?: string
  } | null
}

/** Says only that the program lives; readers drop it. */
export type WireKeepAliveEvent = { readonly type: 'keep_alive' }

/** The stored entries of a session as they are appended, with `--session-mirror`. */
export type WireTranscriptMirrorEvent = {
  readonly type: 'transcript_mirror'
  readonly filePath: string
  readonly entries: readonly JsonObject[]
}

/** What became of a prompt that was sent in. */
export type WireCommandLifecycleEvent = Partial<WireBase> & {
  readonly type: 'command_lifecycle'
  readonly state?: 'queued' | 'started' | 'completed' | 'cancelled' | 'discarded' | 'refused' | (string & {})
  readonly [field: string]: unknown
}

/** An event of a type that this version does not know; kept as it came. The literal only keeps the union apart. */
export type UnknownWireEvent = { readonly type: `unknown:${string}`; readonly [field: string]: unknown }
