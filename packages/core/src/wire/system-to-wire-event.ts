import { isObject } from '@antiphon/contract'
import type {
  CompactMetadata,
  SystemAPIErrorMessage,
  SystemCompactBoundaryMessage,
  SystemInformationalMessage,
  SystemInitMessage,
  SystemMessage,
  SystemModelRefusalFallbackMessage,
} from '../message/system-message.ts'
import { toAssistantMessageError } from './assistant-message-error.ts'
import type { WireApiRetryEvent, WireInformationalEvent, WireNoticeEvent } from './wire-notice-event.ts'
import type { WireCompactBoundaryEvent, WireInitEvent } from './wire-session-event.ts'
import type { WireSystemEvent } from './wire-system-event.ts'

/** A system message as programs see it; null for what only a person at this screen needs. */
export function systemToWireEvent(message: SystemMessage, sessionId: string): WireSystemEvent | null {
  const base = { type: 'system', uuid: message.uuid, session_id: sessionId } as const
  switch (message.subtype) {
    case 'init':
      return { ...base, ...initFields(message) }
    case 'compact_boundary':
      return { ...base, ...compactBoundaryFields(message) }
    case 'informational':
      return { ...base, ...informationalFields(message) }
    // Why a turn begins that the host did not ask for, and what a person missed: hosts know no words of their own for it.
    case 'scheduled_task_fire':
    case 'away_summary':
      return { ...base, subtype: 'informational', content: message.content, level: 'info' }
    case 'api_error':
      return { ...base, ...apiRetryFields(message) }
    case 'local_command':
      return { ...base, subtype: 'local_command_output', content: message.content }
    case 'model_refusal_fallback':
      return { ...base, ...refusalFields(message) }
    default:
      return null
  }
}

type Fields<Event extends WireSystemEvent> = Omit<Event, 'type' | 'uuid' | 'session_id'>

function initFields(message: SystemInitMessage): Fields<WireInitEvent> {
  return {
    subtype: 'init',
    cwd: message.cwd,
    tools: message.tools,
    mcp_servers: message.mcp_servers,
    model: message.model,
    permissionMode: message.permissionMode,
    slash_commands: [],
    apiKeySource: message.apiKeySource,
    claude_code_version: message.version,
    output_style: 'default',
    skills: [],
    plugins: [],
  }
}

function compactBoundaryFields(message: SystemCompactBoundaryMessage): Fields<WireCompactBoundaryEvent> {
  // A boundary from a foreign log may lack its metadata.
  const metadata: Partial<CompactMetadata> = message.compactMetadata ?? {}
  const { trigger = 'auto', preTokens = 0, postTokens, durationMs, preservedSegment: kept } = metadata
  return {
    subtype: 'compact_boundary',
    compact_metadata: {
      trigger,
      pre_tokens: preTokens,
      ...(postTokens !== undefined && { post_tokens: postTokens }),
      ...(durationMs !== undefined && { duration_ms: durationMs }),
      ...(kept && {
        preserved_segment: {
          head_uuid: kept.headUuid,
          anchor_uuid: kept.anchorUuid,
          tail_uuid: kept.tailUuid,
        },
      }),
    },
  }
}

/** The wire has no level `error`. */
function informationalFields(message: SystemInformationalMessage): Fields<WireInformationalEvent> {
  const { content, level, toolUseID, preventContinuation } = message
  return {
    subtype: 'informational',
    content,
    level: level === 'error' ? 'warning' : level,
    ...(toolUseID !== undefined && { tool_use_id: toolUseID }),
    ...(preventContinuation && { prevent_continuation: true }),
  }
}

function apiRetryFields(message: SystemAPIErrorMessage): Fields<WireApiRetryEvent> {
  const { error, retryAttempt, maxRetries, retryInMs } = message
  const status = isObject(error) && typeof error.status === 'number' ? error.status : null
  return {
    subtype: 'api_retry',
    attempt: retryAttempt,
    max_retries: maxRetries,
    retry_delay_ms: retryInMs,
    error_status: status,
    error: toAssistantMessageError({ status }),
  }
}

function refusalFields(
  message: SystemModelRefusalFallbackMessage,
): Fields<Extract<WireNoticeEvent, { readonly subtype: 'model_refusal_fallback' }>> {
  const { direction, retractedMessageUuids, refusedUserMessageUuid } = message
  return {
    subtype: 'model_refusal_fallback',
    trigger: 'refusal',
    direction: direction === 'revert' || direction === 'sticky' ? direction : 'retry',
    original_model: message.originalModel ?? '',
    fallback_model: message.fallbackModel ?? '',
    request_id: message.requestId ?? null,
    ...(retractedMessageUuids !== undefined && { retracted_message_uuids: retractedMessageUuids }),
    ...(refusedUserMessageUuid !== undefined && { refused_user_message_uuid: refusedUserMessageUuid }),
    content: message.content ?? '',
  }
}
