import type { ToolUseSummaryMessage } from '@antiphon/core'

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
