import {
  type AssistantMessage,
  createToolUseSummaryMessage,
  type ToolUseSummaryMessage,
} from '@antiphon/core'
import type { QueryContext } from './query-context.ts'

/** Begins to sum up a batch of calls for people, while the loop goes on. */
export async function startSummary(
  { summarize, conversation, signal }: Pick<QueryContext, 'summarize' | 'conversation' | 'signal'>,
  answer: readonly AssistantMessage[],
): Promise<ToolUseSummaryMessage | null> {
  if (!summarize) return null
  const ids = answer.flatMap(({ message }) =>
    message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : [])),
  )
  // Results may have been stored while the answer still streamed.
  const messages = conversation.messages()
  const start = messages.findLastIndex(({ uuid }) => uuid === answer[0]?.uuid)
  const words = await summarize(messages.slice(Math.max(0, start)), signal)
  return words ? createToolUseSummaryMessage(words, ids) : null
}
