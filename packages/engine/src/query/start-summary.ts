import {
  type AssistantMessage,
  createToolUseSummaryMessage,
  type Message,
  type ToolUseSummaryMessage,
} from '@antiphon/core'
import type { QueryContext } from './query-context.ts'

/** Begins to sum up a batch of calls for people, while the loop goes on. */
export async function startSummary(
  { summarize, signal }: Pick<QueryContext, 'summarize' | 'signal'>,
  answer: readonly AssistantMessage[],
  results: readonly Message[],
): Promise<ToolUseSummaryMessage | null> {
  if (!summarize) return null
  const ids = answer.flatMap(({ message }) =>
    message.content.flatMap(block => (block.type === 'tool_use' ? [block.id] : [])),
  )
  const words = await summarize([...answer, ...results], signal)
  return words ? createToolUseSummaryMessage(words, ids) : null
}
