import type { AssistantMessage } from './assistant-message.ts'
import type { AttachmentMessage } from './attachment-message.ts'
import type { ProgressMessage } from './progress-message.ts'
import type { ResultMessage } from './result-message.ts'
import type { RequestStartEvent, StreamEvent, TombstoneMessage, ToolUseSummaryMessage } from './signal.ts'
import type { SummaryMessage } from './summary-message.ts'
import type { SystemMessage } from './system-message.ts'
import type { UserMessage } from './user-message.ts'

/** Everything that is part of a conversation's history. */
export type Message = UserMessage | AssistantMessage | SystemMessage | AttachmentMessage | ProgressMessage

/** What flows through the loop to screens and wires and is never stored. */
export type Signal =
  | TombstoneMessage
  | ToolUseSummaryMessage
  | StreamEvent
  | RequestStartEvent
  | ProgressMessage

/** Everything that a query yields: history and signals. */
export type QueryEvent = Message | Signal

/** Every message there is, with the records that close a run or name a conversation. */
export type AnyMessage = QueryEvent | ResultMessage | SummaryMessage

/** Which types are sent to the model as they are; all others are rendered, or stay here. */
export const API_MESSAGE_TYPES: readonly ['user', 'assistant'] = ['user', 'assistant']
