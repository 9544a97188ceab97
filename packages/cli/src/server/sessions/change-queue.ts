import type { SessionChange } from '@antiphon/web/backend'

/** What one listener has not been given yet: of each session only the last, however slow the listener is. */
export interface ChangeQueue {
  push(change: SessionChange): void
  changes(): AsyncGenerator<SessionChange, void, undefined>
}

export function createChangeQueue(signal: AbortSignal): ChangeQueue {
  const waiting = new Map<string, SessionChange>()
  let wake = (): void => {}
  signal.addEventListener('abort', () => wake(), { once: true })
  return {
    push(change) {
      waiting.set(change.kind === 'gone' ? change.id : change.row.id, change)
      wake()
    },
    async *changes() {
      while (!signal.aborted) {
        for (const [id, change] of waiting) {
          waiting.delete(id)
          yield change
        }
        if (waiting.size > 0 || signal.aborted) continue
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
  }
}
