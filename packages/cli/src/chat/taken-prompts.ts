import type { WireEvent } from '@antiphon/core'
import { type ChatState, dropStored, type KnownEntry, type SentPrompt } from '@antiphon/core/chat'

/** Prompts between the moment in which the agent takes them up and the one in which the log is heard to have them. */
export interface TakenPrompts {
  /** What was sent before and is not any more was taken up, or given back. */
  follow(before: ChatState, now: ChatState): void
  hear(event: WireEvent): void
  list(entries: readonly KnownEntry[]): readonly SentPrompt[]
}

/** None was taken up. */
export function createTakenPrompts(): TakenPrompts {
  let taken: readonly SentPrompt[] = []
  const said = new Set<string>()
  return {
    follow(before, now) {
      if (before.sent === now.sent) return
      const kept = new Set([...now.sent.map(({ uuid }) => uuid), ...listReturning(before)])
      taken = [...taken, ...before.sent.filter(({ uuid }) => !kept.has(uuid))]
    },
    hear(event) {
      if (event.type === 'user' && event.uuid !== undefined) said.add(event.uuid)
      // What was refused before it was said comes into no log.
      if (event.type === 'result') taken = taken.filter(({ uuid }) => said.has(uuid))
    },
    list(entries) {
      taken = dropStored(taken, entries)
      return taken
    },
  }
}

/** What is being taken back: it leaves those that were sent for the field. */
function listReturning({ wishes }: ChatState): readonly string[] {
  return wishes.flatMap(({ request }) =>
    request.subtype === 'cancel_async_message' ? [request.message_uuid] : [],
  )
}
