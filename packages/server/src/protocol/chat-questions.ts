import { isObject } from '@antiphon/contract'
import { type ContextReference, readMessageAuthor } from '@antiphon/core'
import { CONTEXT_ICONS, isContextReference } from '@antiphon/core/message'
import type { AttachedContext, ChatControl, ChatPresence, ChatPrompt, ChatWish } from './chat-protocol.ts'
import { type Asked, type Misread, misread, type ReadQuestion, readFields } from './read-question.ts'

const readWishes: ReadQuestion<ChatWish> = readFields({
  session: readShortText,
  cwd: readShortText,
  model: readShortText,
  permissionMode: readShortText,
  fork: value => (value === true ? value : undefined),
})

/** A body that is none wishes nothing: it is refused. */
export function readChatWish(body: Asked): ChatWish | Misread {
  return body ? readWishes(body) : misread(UNREADABLE)
}

/** A frame of the control protocol, which somebody else reads. */
export function readFrame(value: unknown): ChatControl['frame'] | Misread {
  return isObject(value) ? value : misread(UNREADABLE)
}

/** A kind of context; none means all. */
export function readContextKind(value: unknown): ContextReference['type'] | undefined | Misread {
  if (value === undefined || value === '') return undefined
  return isContextKind(value) ? value : misread('There is no such kind of context.')
}

/** A prompt as the page sends it. */
export function readChatPrompt(body: Asked): ChatPrompt | Misread {
  const { chat, uuid, text, contexts = [] } = body ?? {}
  if (typeof chat !== 'string' || typeof uuid !== 'string' || typeof text !== 'string')
    return misread(UNREADABLE)
  if (!UUID.test(uuid) || !isContexts(contexts)) return misread(UNREADABLE)
  const author = readMessageAuthor(body?.author)
  return { chat, uuid, text, contexts, ...(author && { author }) }
}

/** Who is at a page, as the page says it. */
export function readChatPresence(body: Asked): ChatPresence | Misread {
  const { chat, place, activity } = body ?? {}
  const author = readMessageAuthor(body?.author)
  if (typeof chat !== 'string' || !isPlace(place) || !author) return misread(UNREADABLE)
  return activity === 'typing' || activity === 'idle' || activity === 'gone'
    ? { chat, place, author, activity }
    : misread(UNREADABLE)
}

const UNREADABLE = 'The request cannot be read.'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_CONTEXTS = 100
const MAX_WISH_UNITS = 4096

function isContextKind(value: unknown): value is ContextReference['type'] {
  return typeof value === 'string' && Object.hasOwn(CONTEXT_ICONS, value)
}

function readShortText(value: unknown): string | undefined | Misread {
  if (value === undefined || (typeof value === 'string' && value.length <= MAX_WISH_UNITS)) return value
  return misread(UNREADABLE)
}

/** The name that a page has for itself. */
function isPlace(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value)
}

function isContexts(value: unknown): value is readonly AttachedContext[] {
  return Array.isArray(value) && value.length <= MAX_CONTEXTS && value.every(isAttached)
}

function isAttached(value: unknown): value is AttachedContext {
  return (
    isObject(value) &&
    isContextReference(value.reference) &&
    (value.content === null || typeof value.content === 'string')
  )
}
