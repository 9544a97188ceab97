import {
  type AssistantMessage,
  createToolUseSummaryMessage,
  type ToolUseSummaryMessage,
} from '@antiphon/core'
import type { QueryContext } from './query-context.ts'

type Pending = { readonly summary: Promise<ToolUseSummaryMessage | null>; isSettled: boolean }

/** Summaries that are being made beside the loop, which never waits for one before its end. */
export interface PendingSummaries {
  add(summary: Promise<ToolUseSummaryMessage | null>): void
  /** Those that are ready, in the order in which they were begun. */
  take(): AsyncGenerator<ToolUseSummaryMessage, void, undefined>
  /** All of them, as they become ready. */
  drain(): AsyncGenerator<ToolUseSummaryMessage, void, undefined>
}

/** Begins with none. */
export function createPendingSummaries(): PendingSummaries {
  const waiting: Pending[] = []

  async function* release(
    isReady: (pending: Pending) => boolean,
  ): AsyncGenerator<ToolUseSummaryMessage, void, undefined> {
    for (let next = waiting[0]; next && isReady(next); next = waiting[0]) {
      waiting.shift()
      const message = await next.summary
      if (message) yield message
    }
  }

  return {
    add(summary) {
      const pending: Pending = { summary: summary.catch(() => null), isSettled: false }
      void pending.summary.then(() => {
        pending.isSettled = true
      })
      waiting.push(pending)
    },
    take: () => release(({ isSettled }) => isSettled),
    drain: () => release(() => true),
  }
}

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
