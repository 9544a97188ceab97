import type { ToolResultBlock, ToolUseBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import type { AssistantMessage } from './assistant-message.ts'
import type { AttachmentMessage } from './attachment-message.ts'
import type { ProgressMessage } from './progress-message.ts'
import { SYNTHETIC_MESSAGES, SYNTHETIC_MODEL } from './synthetic-texts.ts'
import type {
  SystemCompactBoundaryMessage,
  SystemLocalCommandMessage,
  SystemMicrocompactBoundaryMessage,
} from './system-message.ts'
import type { UserMessage } from './user-message.ts'

/** Guards take any value, since what they judge comes from files and wires. */
export function isUserMessage(value: unknown): value is UserMessage {
  return isObject(value) && value.type === 'user' && isObject(value.message)
}

export function isAssistantMessage(value: unknown): value is AssistantMessage {
  return isObject(value) && value.type === 'assistant' && isObject(value.message)
}

export function isAttachmentMessage(value: unknown): value is AttachmentMessage {
  return isObject(value) && value.type === 'attachment' && isObject(value.attachment)
}

export function isProgressMessage(value: unknown): value is ProgressMessage {
  return isObject(value) && value.type === 'progress'
}

/** True for the one system message that the model reads. */
export function isSystemLocalCommandMessage(value: unknown): value is SystemLocalCommandMessage {
  return isSystem(value, 'local_command')
}

/** True where the model's context begins anew. */
export function isCompactBoundaryMessage(value: unknown): value is SystemCompactBoundaryMessage {
  return isSystem(value, 'compact_boundary')
}

export function isMicrocompactBoundaryMessage(value: unknown): value is SystemMicrocompactBoundaryMessage {
  return isSystem(value, 'microcompact_boundary')
}

/** True for the answer that stands where the API failed: made here, marked as an error, never sent back. */
export function isSyntheticApiErrorMessage(value: unknown): value is AssistantMessage {
  return (
    isAssistantMessage(value) &&
    value.isApiErrorMessage === true &&
    (value.message.model === SYNTHETIC_MODEL || value.message.model === undefined)
  )
}

/** True for a message whose text is a control signal rather than somebody's words. */
export function isSyntheticMessage(value: unknown): boolean {
  if (!isUserMessage(value) && !isAssistantMessage(value)) return false
  const content: unknown = value.message.content
  if (!Array.isArray(content)) return false
  const first: unknown = content[0]
  return isObject(first) && first.type === 'text' && SYNTHETIC_MESSAGES.has(first.text as string)
}

/** True for an answer that calls a tool; after `normalizeMessages` that call is its only block. */
export function isToolUseRequestMessage(value: unknown): value is AssistantMessage {
  return findToolUse(value) !== undefined
}

/** True for a user message that answers a call. */
export function isToolUseResultMessage(value: unknown): value is UserMessage {
  return findToolResult(value) !== undefined
}

/** The first call in an answer. */
export function findToolUse(value: unknown): ToolUseBlock | undefined {
  return isAssistantMessage(value) ? (firstBlock(value, 'tool_use') as ToolUseBlock | undefined) : undefined
}

/** The first tool result in a user message. */
export function findToolResult(value: unknown): ToolResultBlock | undefined {
  return isUserMessage(value) ? (firstBlock(value, 'tool_result') as ToolResultBlock | undefined) : undefined
}

/** True for words of a person: not meta, not virtual, no tool result, no control signal, no summary. */
export function isHumanTurn(value: unknown): value is UserMessage {
  return (
    isUserMessage(value) &&
    !value.isMeta &&
    !value.isVirtual &&
    !value.isCompactSummary &&
    !isToolUseResultMessage(value) &&
    !isSyntheticMessage(value)
  )
}

/** True for what the program says to the model alone; a compaction's summary is meta as well, but a conversation stands on it. */
export function isMetaMessage(value: unknown): boolean {
  return isObject(value) && value.isMeta === true && value.isCompactSummary !== true
}

/** True for what hangs in the parent chain of a log: everything but progress. */
export function isChainParticipant(value: unknown): boolean {
  return !isProgressMessage(value)
}

function isSystem(value: unknown, subtype: string): boolean {
  return isObject(value) && value.type === 'system' && value.subtype === subtype
}

// The caller knows the block's type from its literal; the cast at the call site says so to the compiler.
function firstBlock(value: UserMessage | AssistantMessage, type: string): unknown {
  const content: unknown = value.message.content
  return Array.isArray(content) ? content.find(block => isObject(block) && block.type === type) : undefined
}
