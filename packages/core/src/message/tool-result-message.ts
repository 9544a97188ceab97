import type { ContentBlock, ToolUseBlock } from '@antiphon/contract'
import type { AssistantMessage } from './assistant-message.ts'
import { createUserMessage, type McpMeta, type UserMessage } from './user-message.ts'

export type CreateToolResultMessageOptions = {
  readonly toolUse: ToolUseBlock
  readonly assistantMessage: AssistantMessage
  /** What the model reads. */
  readonly content: string | readonly ContentBlock[]
  readonly isError?: boolean
  /** What the tool returned, kept for people and programs. */
  readonly output: unknown
  readonly mcpMeta?: McpMeta
  /** How long the tool itself ran; nothing where it did not. */
  readonly durationMs?: number
}

/** Makes the user message that answers a call: once for the model, once in the tool's own type. */
export function createToolResultMessage(options: CreateToolResultMessageOptions): UserMessage {
  const { toolUse, assistantMessage, content, isError, output, mcpMeta, durationMs } = options
  const message = createUserMessage({
    content: [
      {
        type: 'tool_result',
        content,
        ...(isError !== undefined && { is_error: isError }),
        tool_use_id: toolUse.id,
      },
    ],
    toolUseResult: output,
    sourceToolAssistantUUID: assistantMessage.uuid,
    ...(mcpMeta && { mcpMeta }),
  })
  return durationMs === undefined ? message : { ...message, toolDurationMs: Math.round(durationMs) }
}

/** Answers every call in `assistantMessages` with an error, so that an interruption leaves none open. */
export function* yieldMissingToolResultBlocks(
  assistantMessages: readonly AssistantMessage[],
  errorMessage: string,
): Generator<UserMessage> {
  for (const assistantMessage of assistantMessages) {
    for (const block of assistantMessage.message.content) {
      if (block.type !== 'tool_use') continue
      yield createToolResultMessage({
        toolUse: block,
        assistantMessage,
        content: errorMessage,
        isError: true,
        output: errorMessage,
      })
    }
  }
}
