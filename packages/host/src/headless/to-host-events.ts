import { randomUUID } from 'node:crypto'
import {
  INTERRUPT_MESSAGE,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  isMetaMessage,
  toWireEvents,
  type UserMessage,
  type UUID,
  type WireEvent,
} from '@antiphon/core'
import type { DenialReason, PermissionDenial, QueryEvent } from '@antiphon/engine'
import type { HeadlessSession } from './headless-session.ts'

/** What a host wants to hear of. */
export type HostInterest = {
  readonly sessionId: string
  /** The model's stream as it comes. */
  readonly partialMessages: boolean
  /** Prompts, once they are taken up. */
  readonly replayUserMessages: boolean
}

/** What a host hears of something that happened in a turn: results and answers always, prompts and parts if it asked. */
export function toHostEvents(event: QueryEvent, interest: HostInterest): readonly WireEvent[] {
  const { sessionId, partialMessages, replayUserMessages } = interest
  switch (event.type) {
    case 'stream_event':
    // A comfort for whoever draws a turn while it runs; other hosts read whole messages.
    case 'tool_use_summary':
      return partialMessages ? toWireEvents(event, { sessionId }) : []
    case 'stream_request_start':
      return partialMessages
        ? [{ type: 'system', subtype: 'status', status: 'requesting', ...base(sessionId) }]
        : []
    case 'user':
      if (isOurs(event)) return toWireEvents(event, { sessionId })
      return replayUserMessages && !isMetaMessage(event)
        ? toWireEvents(event, { sessionId }).map(replayed => ({ ...replayed, isReplay: true }) as WireEvent)
        : []
    case 'assistant':
      // A note of the program to the model's view.
      return event.isMeta === true ? [] : toWireEvents(event, { sessionId })
    case 'system':
      // The turn was opened with it already.
      return event.subtype === 'init' ? [] : toWireEvents(event, { sessionId })
    case 'attachment':
      return replayUserMessages ? replayQueued(event, sessionId) : []
    default:
      return toWireEvents(event, { sessionId })
  }
}

/** A prompt that the model hears of while it works is a prompt that was taken up. */
function replayQueued(
  { attachment, uuid, timestamp }: Extract<QueryEvent, { type: 'attachment' }>,
  sessionId: string,
): readonly WireEvent[] {
  if (attachment.type !== 'queued_command' || attachment.commandMode === 'task-notification') return []
  const { prompt, source_uuid: source, contexts, origin } = attachment
  return [
    {
      type: 'user',
      message: { role: 'user', content: prompt },
      parent_tool_use_id: null,
      session_id: sessionId,
      uuid: source ?? uuid,
      timestamp,
      isReplay: true,
      ...(origin && { origin }),
      ...(contexts && { contexts }),
    },
  ]
}

/** Said by the program, not by the host: results of calls and notices of interruption. */
function isOurs({ message: { content } }: UserMessage): boolean {
  if (typeof content === 'string') return INTERRUPTIONS.has(content)
  return content.some(
    block => block.type === 'tool_result' || (block.type === 'text' && INTERRUPTIONS.has(block.text)),
  )
}

const INTERRUPTIONS: ReadonlySet<string> = new Set([INTERRUPT_MESSAGE, INTERRUPT_MESSAGE_FOR_TOOL_USE])

function base(sessionId: string): { readonly session_id: string; readonly uuid: UUID } {
  return { session_id: sessionId, uuid: randomUUID() }
}

/** Tells the host of something that happened outside a turn. */
export async function tellHost(
  { host, interest }: Pick<HeadlessSession, 'host' | 'interest'>,
  event: QueryEvent,
): Promise<void> {
  for (const wire of toHostEvents(event, interest)) await host.send(wire)
}

/** What a host hears of a call that was refused without asking anybody: what a person or a hook refuses, they know. */
export function toDenialEvents(
  denial: PermissionDenial,
  { message, reason, by, agentId }: DenialReason,
  sessionId: string,
): readonly WireEvent[] {
  if (by === undefined || by === 'hook') return []
  return [
    {
      type: 'system',
      subtype: 'permission_denied',
      tool_name: denial.tool_name,
      tool_use_id: denial.tool_use_id,
      ...(agentId !== undefined && { agent_id: agentId }),
      decision_reason_type: by,
      ...(reason !== undefined && { decision_reason: reason }),
      message,
      uuid: randomUUID(),
      session_id: sessionId,
    },
  ]
}
