import type { Chat } from './chat.ts'

/** How long agents have done nothing for nobody. */
export interface IdleClocks {
  /** Starts the clock of an agent that nobody needs, and stops it where somebody does. */
  look(chat: Chat): void
  stop(id: string): void
  /** The one whose clock has run longest; null where all are needed. */
  oldest(): string | null
}

/** `onIdle` hears of each whose time is over. */
export function createIdleClocks({
  idleMs,
  onIdle,
}: {
  readonly idleMs: number
  readonly onIdle: (id: string) => void
}): IdleClocks {
  const timers = new Map<string, NodeJS.Timeout>()

  function stop(id: string): void {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }

  function ring(chat: Chat): void {
    stop(chat.id)
    // A prompt may have come in the very moment.
    if (isUnneeded(chat)) onIdle(chat.id)
  }

  return {
    stop,
    look(chat) {
      if (!isUnneeded(chat)) stop(chat.id)
      // One that runs goes on running: it was not needed in between.
      else if (!timers.has(chat.id)) timers.set(chat.id, setTimeout(() => ring(chat), idleMs).unref())
    },
    oldest: () => timers.keys().next().value ?? null,
  }
}

function isUnneeded(chat: Chat): boolean {
  return !chat.isBusy() && chat.events.followers() === 0
}
