import {
  CANCEL_MESSAGE,
  createSystemMessage,
  createToolResultMessage,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  type Message,
} from '@antiphon/core'
import type { ToolOutcome } from '../tool/agent-tool.ts'
import type { Permit } from './query-context.ts'
import type { CallOutcome, RequestedCall } from './streaming-tool-executor.ts'

/** What a tool gave, as the result of its call, and how long it itself took. */
export function toOutcome(
  { block, assistantMessage }: RequestedCall,
  outcome: ToolOutcome,
  durationMs?: number,
): CallOutcome {
  const { content, isError, data, mcpMeta, messages = [] } = outcome
  const result = createToolResultMessage({
    toolUse: block,
    assistantMessage,
    content,
    ...(isError && { isError }),
    output: data ?? content,
    ...(mcpMeta && { mcpMeta }),
    ...(durationMs !== undefined && { durationMs }),
  })
  return { messages: [result, ...messages], stop: null }
}

/** A call that was refused. */
export function toDenial(call: RequestedCall, permit: Permit & { readonly behavior: 'deny' }): CallOutcome {
  const { message } = permit
  const { messages } = toOutcome(call, { content: message, isError: true, data: `Error: ${message}` })
  return {
    messages: [...messages, ...permit.messages, ...tellStop(permit.stop, call.block.id)],
    stop: permit.stop,
  }
}

/** What a person reads where a hook ends the turn; `toolUseId` is the call at which it did. */
export function tellStop(reason: string | null, toolUseId?: string): readonly Message[] {
  return reason === null ? [] : [createSystemMessage(reason, 'warning', toolUseId, true)]
}

/** Answers a call that is not run. */
export function answerUnrun(call: RequestedCall, reason: string): CallOutcome {
  return toOutcome(call, toolError(`Cancelled: ${reason}`))
}

/** The frame by which a model knows that its call, and not the tool's work, went wrong. */
export function toolError(words: string): ToolOutcome {
  return { content: `<tool_use_error>${words}</tool_use_error>`, isError: true, data: words }
}

/** What a call gives that had not begun when somebody interrupted the turn: nothing of it has happened. */
export const CANCELLED: ToolOutcome = { content: CANCEL_MESSAGE, isError: true, data: CANCEL_MESSAGE }

/** What a call gives that somebody interrupted while it ran. */
export const INTERRUPTED: ToolOutcome = { content: INTERRUPT_MESSAGE_FOR_TOOL_USE, isError: true }

/** Something that was thrown, in words for a model. */
export function describeError(error: unknown): string {
  return `Error: ${error instanceof Error ? error.message : String(error)}`
}
