import { isObject } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
import type { AttachmentMessage } from '../message/attachment-message.ts'
import type { AnyMessage } from '../message/message.ts'
import { isAssistantMessage, isUserMessage } from '../message/message-guards.ts'
import type { MCPProgress, ProgressMessage } from '../message/progress-message.ts'
import type { ResultMessage } from '../message/result-message.ts'
import type { ToolUseSummaryMessage } from '../message/signal.ts'
import type { UserMessage } from '../message/user-message.ts'
import { randomUUID, type UUID } from '../message/uuid.ts'
import { systemToWireEvent } from './system-to-wire-event.ts'
import type {
  WireAssistantEvent,
  WireEvent,
  WireNesting,
  WireToolProgressEvent,
  WireUserEvent,
} from './wire-event.ts'
import type { WireResultEvent } from './wire-result-event.ts'

/** What a message does not know of itself: its session, and the call whose subagent it belongs to. */
export type WireContext = {
  readonly sessionId: string
  readonly parentToolUseId?: string | null
  /** The subagent that it belongs to. */
  readonly agent?: { readonly agentId: string; readonly agentType?: string; readonly description?: string }
  /** Names events that have no uuid of their own. */
  readonly uuid?: () => UUID
}

/** A message as programs see it. Most give one event, a subagent's progress one per message, the rest none. */
export function toWireEvents(message: AnyMessage, context: WireContext): readonly WireEvent[] {
  switch (message.type) {
    case 'user':
      return [userToWire(message, context)]
    case 'assistant':
      return [assistantToWire(message, context)]
    case 'system': {
      const event = systemToWireEvent(message, context.sessionId)
      return event ? [event] : []
    }
    case 'progress':
      return progressToWire(message, context)
    case 'tool_use_summary':
      return [summaryToWire(message, context)]
    case 'stream_event':
      return [
        {
          type: 'stream_event',
          event: message.event,
          ...nesting(context),
          ...base((context.uuid ?? randomUUID)(), context),
        },
      ]
    case 'result':
      return [resultToWire(message)]
    case 'attachment':
      return peerToWire(message, context)
    case 'tombstone':
    case 'stream_request_start':
    case 'summary':
      return []
    default:
      // A log may hold types of later versions: the build must know all of ours, a run must not stop at theirs.
      message satisfies never
      return []
  }
}

function base(uuid: UUID, context: WireContext): { readonly session_id: string; readonly uuid: UUID } {
  return { session_id: context.sessionId, uuid }
}

function nesting(context: WireContext): { readonly parent_tool_use_id: string | null } {
  return { parent_tool_use_id: context.parentToolUseId ?? null }
}

function agentFields({
  agent,
}: WireContext): Pick<WireNesting, 'agent_id' | 'subagent_type' | 'task_description'> {
  if (!agent) return {}
  const { agentId, agentType, description } = agent
  return {
    agent_id: agentId,
    ...(agentType !== undefined && { subagent_type: agentType }),
    ...(description !== undefined && { task_description: description }),
  }
}

function userToWire(message: UserMessage, context: WireContext): WireUserEvent {
  const { toolUseResult, toolDurationMs, origin, contexts } = message
  const { isMeta, isVisibleInTranscriptOnly, isVirtual } = message
  return {
    type: 'user',
    message: message.message,
    ...nesting(context),
    ...agentFields(context),
    ...base(message.uuid, context),
    timestamp: message.timestamp,
    ...(toolUseResult !== undefined && { tool_use_result: toolUseResult }),
    ...(toolDurationMs !== undefined && { tool_duration_ms: toolDurationMs }),
    ...((isMeta || isVisibleInTranscriptOnly) && { isSynthetic: true }),
    ...(isVirtual && { isVirtual }),
    ...(origin !== undefined && { origin }),
    ...(contexts !== undefined && { contexts }),
  }
}

function assistantToWire(message: AssistantMessage, context: WireContext): WireAssistantEvent {
  const { error, requestId, supersedesUuids, isAbortedMidStream, isVirtual } = message
  return {
    type: 'assistant',
    message: message.message,
    ...nesting(context),
    ...agentFields(context),
    ...base(message.uuid, context),
    timestamp: message.timestamp,
    ...(requestId !== undefined && { request_id: requestId }),
    ...(error !== undefined && { error }),
    ...(supersedesUuids !== undefined && { supersedes: supersedesUuids }),
    ...(isAbortedMidStream && { aborted: true }),
    ...(isVirtual && { isVirtual }),
  }
}

/**
 * The progress of a subagent, or of calls that a call makes, is the message that it carries; other progress, such as that
 * a skill is being loaded, is a clock for a call.
 */
function progressToWire(message: ProgressMessage, context: WireContext): readonly WireEvent[] {
  const { data } = message
  if (!isObject(data)) return []
  switch (data.type) {
    case 'agent_progress':
    case 'skill_progress':
    case 'repl_tool_call': {
      const agentId = 'agentId' in data ? data.agentId : undefined
      const inner = {
        ...context,
        parentToolUseId: message.parentToolUseID ?? null,
        ...(typeof agentId === 'string' && { agent: { agentId } }),
      }
      const spoken = isUserMessage(data.message) || isAssistantMessage(data.message)
      if (spoken) return toWireEvents(data.message, inner)
      return data.type === 'skill_progress' ? [clock(message, context, { name: 'Skill', seconds: 0 })] : []
    }
    case 'bash_progress':
      return [
        {
          ...clock(message, context, { name: 'Bash', seconds: data.elapsedTimeSeconds }),
          ...(data.taskId !== undefined && { task_id: data.taskId }),
          ...(typeof data.output === 'string' &&
            data.output !== '' && { output: data.output.slice(-MAX_OUTPUT) }),
        },
      ]
    case 'waiting_for_task':
      return [clock(message, context, { name: 'TaskOutput', seconds: 0 })]
    case 'mcp_progress':
      if (data.elapsedTimeMs === undefined) return []
      return [
        {
          ...clock(message, context, {
            name: `mcp__${data.serverName}__${data.toolName}`,
            seconds: data.elapsedTimeMs / 1000,
          }),
          ...describeProgress(data),
        },
      ]
    case 'query_update':
      return [{ ...clock(message, context, SEARCH), query: data.query }]
    case 'search_results_received':
      return [{ ...clock(message, context, SEARCH), query: data.query, result_count: data.resultCount }]
    default:
      return []
  }
}

/** How far a server's tool is, in a line. */
function describeProgress({ progress, total, progressMessage }: MCPProgress): { readonly output?: string } {
  const isPart = typeof progress === 'number' && typeof total === 'number' && total > 0
  const parts = [
    ...(isPart ? [`${Math.min(100, Math.max(0, Math.round((100 * progress) / total)))} %`] : []),
    ...(typeof progressMessage === 'string' && progressMessage !== ''
      ? [progressMessage.slice(-MAX_OUTPUT)]
      : []),
  ]
  return parts.length > 0 ? { output: parts.join(' · ') } : {}
}

/** It comes every second. */
const MAX_OUTPUT = 2000

/** The API runs it, and does not say since when. */
const SEARCH = { name: 'WebSearch', seconds: 0 } as const

function clock(
  message: ProgressMessage,
  context: WireContext,
  tool: { readonly name: string; readonly seconds: number },
): WireToolProgressEvent {
  return {
    type: 'tool_progress',
    // `toolUseID` may name the report itself (`bash-progress-0`); the parent is the call in every recorded log.
    tool_use_id: message.parentToolUseID || message.toolUseID,
    tool_name: tool.name,
    ...nesting(context),
    elapsed_time_seconds: tool.seconds,
    ...base(message.uuid, context),
  }
}

function summaryToWire(message: ToolUseSummaryMessage, context: WireContext): WireEvent {
  return {
    type: 'tool_use_summary',
    summary: message.summary,
    preceding_tool_use_ids: message.precedingToolUseIds ?? message.toolUseIds ?? [],
    ...base(message.uuid, context),
  }
}

/** Of attachments only what other people did: the rest is between the program and its model. */
function peerToWire({ attachment, uuid }: AttachmentMessage, context: WireContext): readonly WireEvent[] {
  switch (attachment.type) {
    case 'peer_answer': {
      const { type: subtype, origin, behavior, toolName, toolUseID } = attachment
      const call = { tool_name: toolName, ...(toolUseID !== undefined && { tool_use_id: toolUseID }) }
      return [{ type: 'system', ...{ subtype, origin, behavior }, ...call, ...base(uuid, context) }]
    }
    case 'peer_edit': {
      const { type: subtype, origin, path, note } = attachment
      return [
        {
          type: 'system',
          ...{ subtype, origin, path },
          ...(note !== undefined && { note }),
          ...base(uuid, context),
        },
      ]
    }
    default:
      return []
  }
}

/** The event that closes a run; its time stands beside what Claude Code tells. */
export function resultToWire(message: ResultMessage): WireResultEvent {
  const { sessionId, ...rest } = message
  // The subtype decides which of the two shapes it is; the message type does not tell them apart.
  return { ...rest, session_id: sessionId } as WireResultEvent
}
