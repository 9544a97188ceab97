import { readArray, readNumber, readString, readStrings } from '../message/read-field.ts'
import { toNotice } from './turn-notice.ts'
import type { PendingCall, ResultStep, RetryStep, SessionStep, SubagentStep, TurnStep } from './turn-step.ts'
import type { WireEvent } from './wire-event.ts'

/** The step for an event that carries no blocks; null for what a person need not see. */
export function toEventStep(event: WireEvent, parentToolUseId: string | null): TurnStep | null {
  const subtype = event.type === 'system' ? readString(event, 'subtype') : undefined
  switch (subtype) {
    case 'init':
      return toSessionStep(event)
    case 'api_retry':
      return toRetryStep(event)
    case 'task_started':
      return toSubagentStep(event, 'started')
    case 'task_progress':
      return toSubagentStep(event, 'working')
    case 'task_notification':
      return toSubagentStep(event, 'ended')
    default: {
      const notice = toNotice(event)
      return notice && { kind: 'notice', ...notice, parentToolUseId }
    }
  }
}

/** The last step of a turn: how it ended and what it cost. */
export function toResultStep(event: WireEvent, pending: readonly PendingCall[]): ResultStep {
  return {
    kind: 'result',
    isError: 'is_error' in event && event.is_error === true,
    subtype: readString(event, 'subtype') ?? '',
    text: readString(event, 'result') ?? readStrings(event, 'errors').join('\n'),
    turns: readNumber(event, 'num_turns') ?? 0,
    durationMs: readNumber(event, 'duration_ms') ?? 0,
    costUsd: readNumber(event, 'total_cost_usd') ?? 0,
    pending,
  }
}

function toSessionStep(event: WireEvent): SessionStep {
  return {
    kind: 'session',
    sessionId: readString(event, 'session_id') ?? '',
    model: readString(event, 'model') ?? '',
    cwd: readString(event, 'cwd') ?? '',
    permissionMode: readString(event, 'permissionMode') ?? 'default',
    toolCount: readArray(event, 'tools').length,
  }
}

function toRetryStep(event: WireEvent): RetryStep {
  return {
    kind: 'retry',
    attempt: readNumber(event, 'attempt') ?? 0,
    maxRetries: readNumber(event, 'max_retries') ?? 0,
    delayMs: readNumber(event, 'retry_delay_ms') ?? 0,
    status: readNumber(event, 'error_status') ?? null,
    error: readString(event, 'error') ?? 'unknown',
  }
}

function toSubagentStep(event: WireEvent, phase: SubagentStep['phase']): SubagentStep {
  const elapsedMs = 'usage' in event ? readNumber(event.usage, 'duration_ms') : undefined
  return {
    kind: 'subagent',
    phase,
    taskId: readString(event, 'task_id') ?? '',
    text: readString(event, ...(phase === 'ended' ? ['summary'] : ['description', 'summary'])) ?? '',
    isError: readString(event, 'status') === 'failed',
    parentToolUseId: readString(event, 'tool_use_id') ?? null,
    ...(elapsedMs !== undefined && { elapsedMs }),
  }
}
