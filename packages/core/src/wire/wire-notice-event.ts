import type { SDKAssistantMessageError } from '../message/assistant-message.ts'
import type { UUID } from '../message/uuid.ts'
import type { WireSystem } from './wire-base.ts'

/** What a person should know about a turn while it runs: retries, refusals, denials, remarks. */
export type WireNoticeEvent =
  | WireApiRetryEvent
  | WireControlRequestProgressEvent
  | WireModelRefusalFallbackEvent
  | WireModelRefusalNoFallbackEvent
  | WireLocalCommandOutputEvent
  | WireThinkingTokensEvent
  | WireNotificationEvent
  | WireElicitationCompleteEvent
  | WirePermissionDeniedEvent
  | WireInformationalEvent

/** A request failed and is going to be tried again. */
export type WireApiRetryEvent = WireSystem<'api_retry'> & {
  readonly attempt: number
  readonly max_retries: number
  readonly retry_delay_ms: number
  readonly error_status: number | null
  readonly error: SDKAssistantMessageError
  readonly no_response?: { readonly waited_ms: number; readonly retry_wait_ms: number }
}

export type WireControlRequestProgressEvent = WireSystem<'control_request_progress'> & {
  readonly request_id: string
  readonly status: 'started' | 'api_retry'
  readonly attempt?: number
  readonly max_retries?: number
  readonly retry_delay_ms?: number
  readonly error_status?: number | null
}

/** The model refused and another one answers. */
export type WireModelRefusalFallbackEvent = WireSystem<'model_refusal_fallback'> & {
  readonly trigger: 'refusal'
  readonly direction: 'retry' | 'revert' | 'sticky'
  readonly scope?: 'session' | 'local'
  readonly original_model: string
  readonly fallback_model: string
  readonly request_id: string | null
  readonly api_refusal_category?: string | null
  readonly api_refusal_explanation?: string | null
  readonly retracted_message_uuids?: readonly UUID[]
  readonly refused_user_message_uuid?: UUID | null
  readonly content: string
}

export type WireModelRefusalNoFallbackEvent = WireSystem<'model_refusal_no_fallback'> & {
  readonly original_model: string
  readonly request_id: string | null
  readonly api_refusal_category?: string | null
  readonly api_refusal_explanation?: string | null
  readonly refused_user_message_uuid?: UUID | null
  readonly content: string
}

export type WireLocalCommandOutputEvent = WireSystem<'local_command_output'> & { readonly content: string }

export type WireThinkingTokensEvent = WireSystem<'thinking_tokens'> & {
  readonly estimated_tokens: number
  readonly estimated_tokens_delta: number
  readonly user_message_uuid?: UUID
}

export type WireNotificationEvent = WireSystem<'notification'> & {
  readonly key: string
  readonly text: string
  readonly priority: 'low' | 'medium' | 'high' | 'immediate'
  readonly color?: string
  readonly timeout_ms?: number
}

export type WireElicitationCompleteEvent = WireSystem<'elicitation_complete'> & {
  readonly mcp_server_name: string
  readonly elicitation_id: string
}

export type WirePermissionDeniedEvent = WireSystem<'permission_denied'> & {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly agent_id?: string
  readonly decision_reason_type?: string
  readonly decision_reason?: string
  readonly message: string
}

export type WireInformationalEvent = WireSystem<'informational'> & {
  readonly content: string
  readonly level: 'info' | 'notice' | 'suggestion' | 'warning'
  readonly tool_use_id?: string
  readonly prevent_continuation?: boolean
  readonly tag?: string
}
