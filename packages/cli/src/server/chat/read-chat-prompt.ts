import { isContextReference, isObject, readMessageAuthor } from '@antiphon/core'
import type { AttachedContext, ChatPrompt } from '@antiphon/web/backend'

/** A prompt as the page sends it; null for what is none. */
export function readChatPrompt(body: Readonly<Record<string, unknown>> | null): ChatPrompt | null {
  const { chat, uuid, text, contexts = [] } = body ?? {}
  if (typeof chat !== 'string' || typeof uuid !== 'string' || typeof text !== 'string') return null
  if (!UUID.test(uuid) || !Array.isArray(contexts) || contexts.length > MAX_CONTEXTS) return null
  const author = readMessageAuthor(body?.author)
  return contexts.every(isAttached) ? { chat, uuid, text, contexts, ...(author && { author }) } : null
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_CONTEXTS = 100

function isAttached(value: unknown): value is AttachedContext {
  return (
    isObject(value) &&
    isContextReference(value.reference) &&
    (value.content === null || typeof value.content === 'string')
  )
}
