import type { ContentBlock, JsonObject, JsonValue } from '@antiphon/contract'
import type { ContextReference } from './context-reference.ts'
import type { MessageOrigin } from './message-origin.ts'
import type { PermissionMode } from './permission-mode.ts'
import {
  INTERRUPT_MESSAGE,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  LOCAL_COMMAND_CAVEAT,
  NO_CONTENT_MESSAGE,
} from './synthetic-texts.ts'
import { randomUUID, type UUID } from './uuid.ts'

/**
 * All that speaks with the role `user`: a person's words, tool results, meta messages for the
 * model alone, interruptions and compaction summaries. One type keeps the API's order of voices.
 */
export type UserMessage = {
  readonly type: 'user'
  readonly uuid: UUID
  readonly timestamp: string
  readonly message: APIUserMessage
  /** Made by the system for the model; not shown to a person. */
  readonly isMeta?: true
  readonly isVisibleInTranscriptOnly?: true
  /** Shown to a person; never sent to the model. */
  readonly isVirtual?: true
  readonly isCompactSummary?: true
  /** What the tool returned, in its own type; `message.content` holds what the model reads of it. */
  readonly toolUseResult?: unknown
  /** How long the tool itself ran, without waiting for permission; a field of ours that others ignore. */
  readonly toolDurationMs?: number
  readonly sourceToolAssistantUUID?: UUID
  readonly sourceToolUseID?: string
  readonly mcpMeta?: McpMeta
  readonly imagePasteIds?: readonly number[]
  readonly permissionMode?: PermissionMode
  readonly summarizeMetadata?: SummarizeMetadata
  readonly origin?: MessageOrigin
  /** What the person attached; the quote block at the head of the text is its rendering. */
  readonly contexts?: readonly ContextReference[]
  readonly thinkingMetadata?: JsonObject
  readonly todos?: readonly JsonValue[]
  readonly promptId?: string
  readonly toolDenialKind?: string
}

/** What of a user message goes to the API. */
export type APIUserMessage = {
  readonly role: 'user'
  readonly content: string | readonly ContentBlock[]
}

export type McpMeta = {
  readonly _meta?: Readonly<Record<string, unknown>>
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

/** What a summary stands for. */
export type SummarizeMetadata = {
  readonly messagesSummarized: number
  /** What the person asked to be heeded. */
  readonly userContext?: string
  /** `up_to`: what came behind those messages is kept word for word. */
  readonly direction?: 'from' | 'up_to'
}

export type CreateUserMessageOptions = Omit<
  Partial<UserMessage>,
  'type' | 'message' | 'isMeta' | 'isVirtual' | 'isVisibleInTranscriptOnly' | 'isCompactSummary'
> & {
  readonly content?: string | readonly ContentBlock[] | undefined
  readonly isMeta?: boolean
  readonly isVirtual?: boolean
  readonly isVisibleInTranscriptOnly?: boolean
  readonly isCompactSummary?: boolean
}

/** Makes a user message whose content is never empty, with uuid and time filled in. */
export function createUserMessage(options: CreateUserMessageOptions): UserMessage {
  const {
    content,
    uuid,
    timestamp,
    isMeta,
    isVirtual,
    isVisibleInTranscriptOnly,
    isCompactSummary,
    ...rest
  } = options
  return {
    type: 'user',
    message: { role: 'user', content: content?.length ? content : NO_CONTENT_MESSAGE },
    ...(isMeta && { isMeta }),
    ...(isVisibleInTranscriptOnly && { isVisibleInTranscriptOnly }),
    ...(isVirtual && { isVirtual }),
    ...(isCompactSummary && { isCompactSummary }),
    uuid: uuid || randomUUID(),
    timestamp: timestamp ?? new Date().toISOString(),
    ...rest,
  }
}

/** What the log says where a person stopped the model, or stopped it while tools were to run. */
export function createUserInterruptionMessage({
  toolUse = false,
}: {
  readonly toolUse?: boolean
} = {}): UserMessage {
  const text = toolUse ? INTERRUPT_MESSAGE_FOR_TOOL_USE : INTERRUPT_MESSAGE
  return createUserMessage({ content: [{ type: 'text', text }] })
}

/** Tells the model that the local commands which follow were not addressed to it. */
export function createSyntheticUserCaveatMessage(): UserMessage {
  return createUserMessage({ content: LOCAL_COMMAND_CAVEAT, isMeta: true })
}
