import { isObject } from '@antiphon/contract'
import { type ContextReference, readMessageAuthor } from '@antiphon/core'
import { readAcpName } from '@antiphon/core/chat'
import { CONTEXT_ICONS, isContextReference } from '@antiphon/core/message'
import type {
  AgentId,
  AttachedContext,
  AttachedImage,
  ChatControl,
  ChatPresence,
  ChatPrompt,
  ChatRewind,
  ChatWish,
} from './chat-protocol.ts'
import {
  type Asked,
  isMisread,
  type Misread,
  misread,
  type ReadQuestion,
  readQuestionFields,
} from './read-question.ts'

const readWishes: ReadQuestion<ChatWish> = readQuestionFields({
  session: readShortText,
  cwd: readShortText,
  agent: value => (value === undefined || isAgentId(value) ? value : misread(UNREADABLE)),
  model: readShortText,
  permissionMode: readShortText,
  fork: value => (value === true ? value : undefined),
  takeOver: value => (value === true ? value : undefined),
  before: value => (value === undefined ? value : readMatch(value, UUID)),
})

/** A body that is none wishes nothing: it is refused, as is the wish to shorten a session itself. */
export function readChatWish(body: Asked): ChatWish | Misread {
  const wish = body ? readWishes(body) : misread(UNREADABLE)
  if (isMisread(wish) || wish.before === undefined) return wish
  return wish.fork && wish.session !== undefined ? wish : misread(ONLY_COPIES)
}

/** To which prompt files shall go back, and whether that is only to be tried; nothing is taken for either. */
export const readChatRewind: ReadQuestion<ChatRewind> = readQuestionFields({
  chat: readText,
  message: value => readMatch(value, UUID),
  isDryRun: value => (typeof value === 'boolean' ? value : misread(UNREADABLE)),
})

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
export const readChatPrompt: ReadQuestion<ChatPrompt> = readQuestionFields({
  chat: readText,
  uuid: value => readMatch(value, UUID),
  text: readText,
  contexts: (value = []) => (isContexts(value) ? value : misread(UNREADABLE)),
  images: value => (value === undefined || isImages(value) ? value : misread(IMAGES)),
  author: value => readMessageAuthor(value) ?? undefined,
})

/** Who is at a page, as the page says it; the page has a name of its own. */
export const readChatPresence: ReadQuestion<ChatPresence> = readQuestionFields({
  chat: readText,
  place: value => readMatch(value, PLACE),
  author: value => readMessageAuthor(value) ?? misread(UNREADABLE),
  activity: value => ACTIVITIES.find(known => known === value) ?? misread(UNREADABLE),
})

const AGENTS: readonly AgentId[] = ['claude', 'antiphon', 'demo']
function isAgentId(value: unknown): value is AgentId {
  return AGENTS.some(known => known === value) || readAcpName(value) !== null
}

const IMAGES = 'At most 20 pictures can go along, as PNG, JPEG, GIF or WebP.'
const MEDIA_TYPES: readonly AttachedImage['mediaType'][] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]
const MAX_IMAGES = 20
const UNREADABLE = 'The request cannot be read.'
const ONLY_COPIES = 'A session never loses what was said: only a copy of it can begin earlier.'
const ACTIVITIES: readonly ChatPresence['activity'][] = ['typing', 'idle', 'gone']
const PLACE = /^[\w-]{1,64}$/
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

function readText(value: unknown): string | Misread {
  return typeof value === 'string' ? value : misread(UNREADABLE)
}

function readMatch(value: unknown, pattern: RegExp): string | Misread {
  return typeof value === 'string' && pattern.test(value) ? value : misread(UNREADABLE)
}

function isContexts(value: unknown): value is readonly AttachedContext[] {
  return Array.isArray(value) && value.length <= MAX_CONTEXTS && value.every(isAttached)
}

function isImages(value: unknown): value is readonly AttachedImage[] {
  return Array.isArray(value) && value.length <= MAX_IMAGES && value.every(isImage)
}

function isImage(value: unknown): value is AttachedImage {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.data === 'string' &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(value.data) &&
    MEDIA_TYPES.some(known => known === value.mediaType)
  )
}

function isAttached(value: unknown): value is AttachedContext {
  return (
    isObject(value) &&
    isContextReference(value.reference) &&
    (value.content === null || typeof value.content === 'string')
  )
}
