import { isObject } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
import type { AttachmentMessage } from '../message/attachment-message.ts'
import type { AnyMessage } from '../message/message.ts'
import {
  isAssistantMessage,
  isChainParticipant,
  isCompactBoundaryMessage,
} from '../message/message-guards.ts'
import type { SystemCompactBoundaryMessage, SystemMessage } from '../message/system-message.ts'
import type { UserMessage } from '../message/user-message.ts'
import type { UUID } from '../message/uuid.ts'
import type { EntryLinks, EntryOrigin, TranscriptEntry } from './transcript-entry.ts'

/** A message that a log may hold. */
export type StorableMessage = UserMessage | AssistantMessage | SystemMessage | AttachmentMessage

/** What has to be written, and where it hangs. */
export type RecordingPlan = {
  readonly newMessages: readonly StorableMessage[]
  /** The entry that the first new message follows; undefined where the log begins. */
  readonly startingParentUuid: UUID | undefined
  /** The last entry of the chain once the plan is carried out; null for an empty log. */
  readonly lastUuid: UUID | null
}

export type PlanRecordingOptions = {
  readonly messages: readonly AnyMessage[]
  /** The whole history, where `messages` is only its end. */
  readonly allMessages?: readonly AnyMessage[]
  readonly recordedUuids: ReadonlySet<UUID>
  /** Where the log stands, if the caller knows. */
  readonly startingParentUuidHint?: UUID
}

/**
 * Decides what of a history is still to be written. Recorded messages move the starting parent only as long as
 * they are a prefix: after a compaction the new boundary stands before kept messages that were recorded long ago.
 */
export function planRecording(options: PlanRecordingOptions): RecordingPlan {
  const { messages, allMessages, recordedUuids, startingParentUuidHint } = options
  const newMessages: StorableMessage[] = []
  const planned = new Set<UUID>()
  let startingParentUuid = startingParentUuidHint
  for (const message of cleanMessagesForLogging(messages, allMessages)) {
    if (recordedUuids.has(message.uuid)) {
      if (newMessages.length === 0 && isChainParticipant(message)) startingParentUuid = message.uuid
    } else if (!planned.has(message.uuid)) {
      newMessages.push(message)
      planned.add(message.uuid)
    }
  }
  const lastUuid = newMessages.findLast(isChainParticipant)?.uuid ?? startingParentUuid ?? null
  return { newMessages, startingParentUuid, lastUuid }
}

/**
 * The messages that belong on disk: no progress and no other signal, nothing that exists for the screen only,
 * and no result of a call that exists for the screen only.
 */
export function cleanMessagesForLogging(
  messages: readonly AnyMessage[],
  allMessages: readonly AnyMessage[] = messages,
): readonly StorableMessage[] {
  const virtualCalls = findVirtualCalls(allMessages)
  return messages.filter(isStorable).filter(message => !answersOnly(message, virtualCalls))
}

/** What every entry of a run has in common. */
export type RecordingEnvelope = EntryOrigin & Omit<EntryLinks, 'parentUuid' | 'logicalParentUuid'>

/** The plan as entries: each follows the one before it; a compact boundary begins anew and keeps its logical parent. */
export function toEntries(plan: RecordingPlan, envelope: RecordingEnvelope): readonly TranscriptEntry[] {
  let parentUuid = plan.startingParentUuid ?? null
  return plan.newMessages.map(message => {
    const links = isCompactBoundaryMessage(message)
      ? { parentUuid: null, logicalParentUuid: message.logicalParentUuid ?? parentUuid }
      : { parentUuid }
    if (isChainParticipant(message)) parentUuid = message.uuid
    // Links and envelope stand first in the line and win over those of a message that was read from another log.
    return { ...links, ...envelope, ...message, ...links, ...envelope }
  })
}

/**
 * The history up to the last message that a compaction keeps; empty if it keeps none. It is written before the
 * boundary, since a reader walks the kept messages from their tail.
 */
export function preservedTail<T extends AnyMessage>(
  messages: readonly T[],
  boundary: SystemCompactBoundaryMessage,
): readonly T[] {
  const metadata: unknown = boundary.compactMetadata
  const { preservedSegment, preservedMessages } = isObject(metadata) ? metadata : {}
  const names = isObject(preservedMessages) ? preservedMessages.uuids : undefined
  const tailUuid = isObject(preservedSegment)
    ? preservedSegment.tailUuid
    : Array.isArray(names)
      ? names.at(-1)
      : undefined
  if (typeof tailUuid !== 'string') return []
  const tail = messages.findLastIndex(message => 'uuid' in message && message.uuid === tailUuid)
  return messages.slice(0, tail + 1)
}

function isStorable(message: AnyMessage): message is StorableMessage {
  switch (message.type) {
    case 'user':
    case 'assistant':
      return message.isVirtual !== true
    case 'system':
    case 'attachment':
      return true
    default:
      return false
  }
}

function findVirtualCalls(messages: readonly AnyMessage[]): ReadonlySet<unknown> {
  const calls = new Set<unknown>()
  for (const message of messages) {
    if (!isAssistantMessage(message) || message.isVirtual !== true) continue
    for (const block of readContent(message)) if (block.type === 'tool_use') calls.add(block.id)
  }
  return calls
}

function answersOnly(message: StorableMessage, calls: ReadonlySet<unknown>): boolean {
  if (message.type !== 'user' || calls.size === 0) return false
  const blocks = readContent(message)
  return (
    blocks.length > 0 && blocks.every(block => block.type === 'tool_result' && calls.has(block.tool_use_id))
  )
}

function readContent(message: UserMessage | AssistantMessage): readonly Readonly<Record<string, unknown>>[] {
  const content: unknown = isObject(message.message) ? message.message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}
