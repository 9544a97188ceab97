import type { SessionChange } from '../protocol/log-protocol.ts'

/** What one listener has not been given yet: of each session, and of the agents, only the last, however slow the listener is. */
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
      waiting.set(readSubject(change), change)
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

function readSubject(change: SessionChange): string {
  switch (change.kind) {
    case 'changed':
      return change.row.id
    case 'gone':
      return change.id
    case 'agents':
      return AGENTS
    case 'settings':
      return SETTINGS
    case 'store':
      return STORE
  }
}

// No id has a space in it.
const AGENTS = 'all agents'
const SETTINGS = 'all settings'
const STORE = 'the store'
