import { readMessageAuthor } from '@antiphon/core'
import type { ChatPresence } from '@antiphon/web/backend'

/** Who is at a page, as the page says it; null for what cannot be read. */
export function readChatPresence(body: Readonly<Record<string, unknown>> | null): ChatPresence | null {
  const { chat, place, activity } = body ?? {}
  const author = readMessageAuthor(body?.author)
  if (typeof chat !== 'string' || !isPlace(place) || !author) return null
  return activity === 'typing' || activity === 'idle' || activity === 'gone'
    ? { chat, place, author, activity }
    : null
}

/** The name that a page has for itself. */
export function isPlace(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
}
