import type { AssistantMessage } from './assistant-message.ts'
import type { ModelStreamEvent } from './model-stream-event.ts'
import { randomUUID, type UUID } from './uuid.ts'

/** Takes back an answer that was already shown: the screen removes `message`, the log never had it. */
export type TombstoneMessage = {
  readonly type: 'tombstone'
  readonly message: AssistantMessage
}

/** Says in one line, for a person, what a batch of calls did. */
export type ToolUseSummaryMessage = {
  readonly type: 'tool_use_summary'
  readonly summary: string
  readonly precedingToolUseIds: readonly string[]
  /** The name of the field in seed 004; readers take either. */
  readonly toolUseIds?: readonly string[]
  readonly uuid: UUID
  readonly timestamp: string
}

/** One raw event of the model's stream, for those who draw every character. */
export type StreamEvent = {
  readonly type: 'stream_event'
  readonly event: ModelStreamEvent
}

/** A request is about to be sent. */
export type RequestStartEvent = { readonly type: 'stream_request_start' }

/** Makes the summary of a batch of calls. */
export function createToolUseSummaryMessage(
  summary: string,
  precedingToolUseIds: readonly string[],
): ToolUseSummaryMessage {
  return {
    type: 'tool_use_summary',
    summary,
    precedingToolUseIds,
    uuid: randomUUID(),
    timestamp: new Date().toISOString(),
  }
}

/** Makes the signal that takes back an answer. */
export function createTombstoneMessage(message: AssistantMessage): TombstoneMessage {
  return { type: 'tombstone', message }
}
