import { type BodyLimit, type Get, get, type Nothing, type Post, post, type RouteTable } from './api-route.ts'
import type * as chat from './chat-protocol.ts'
import {
  readChatPresence,
  readChatPrompt,
  readChatRewind,
  readChatWish,
  readContextKind,
  readFrame,
} from './chat-questions.ts'
import { fromTheFirst } from './questions.ts'
import { readOptionalTextField, readQuestionFields, readTextField } from './read-question.ts'
import { hasFields, isListOf, isNothing } from './shape.ts'

/** What the page asks of agents that it talks to. */
export type ChatRoutes = {
  readonly 'chat/choices': Get<'value', Nothing, chat.ChatChoices>
  /** The agents that can be talked to here, the installed one first. */
  readonly 'chat/agents': Get<'value', Nothing, readonly chat.AgentChoice[]>
  /** Whether a session can be gone on with, and what is in the way. */
  readonly 'chat/offer': Get<'value', { readonly session: string }, chat.ChatOffer>
  /** For those who hold no connection; `changes` tells the others. */
  readonly 'chat/running': Get<'value', Nothing, readonly chat.RunningAgent[]>
  readonly 'chat/state': Get<'value', chat.ChatName, chat.OpenChat>
  /** Starts an agent on a new or a stored session; where one runs for it already, it is the one. */
  readonly 'chat/open': Post<chat.ChatWish, chat.OpenChat>
  readonly 'chat/events': Get<'events', chat.ChatEventsQuestion, chat.ChatEvent>
  /** These are taken when they are answered. */
  readonly 'chat/prompt': Post<chat.ChatPrompt>
  readonly 'chat/control': Post<chat.ChatControl>
  readonly 'chat/presence': Post<chat.ChatPresence>
  readonly 'chat/release': Post<chat.ChatName>
  readonly 'chat/close': Post<chat.ChatName>
  /** Brings files back while nothing runs, or says what that would change. */
  readonly 'chat/rewind': Post<chat.ChatRewind, chat.FileRewind>
  readonly 'chat/context': Get<'value', chat.ContextQuestion, readonly chat.ContextSuggestion[]>
}

const SESSION = { session: readTextField }
const CHAT = { chat: readTextField }
const isOpenChat = hasFields<chat.OpenChat>({
  problems: 'list',
  queued: 'list',
  commands: 'list',
  models: 'list',
  people: 'list',
})
/** A prompt of 4 MB with its frame around it. */
const PROMPT_LIMIT: BodyLimit = {
  bytes: 5 * 1024 * 1024,
  words: 'That is too long: a prompt with all that is attached may have 4 MB.',
}
/** The API takes 32 MB with the whole conversation. */
const IMAGES_LIMIT: BodyLimit = {
  bytes: 24 * 1024 * 1024,
  words: 'That is too long: a message with all that is attached may have 24 MB.',
}

/** Each with how its question is read and its answer checked. */
export const CHAT_ROUTES: RouteTable<ChatRoutes> = {
  'chat/choices': get('value', {}, hasFields({ models: 'list', permissionModes: 'list', folders: 'list' })),
  'chat/agents': get('value', {}, isListOf(hasFields({ id: 'string', models: 'list' }))),
  'chat/offer': get('value', SESSION, hasFields({})),
  'chat/running': get(
    'value',
    {},
    isListOf(hasFields({ chat: 'string', session: 'string', state: 'string' })),
  ),
  'chat/state': get('value', CHAT, isOpenChat),
  'chat/open': post(readChatWish, isOpenChat, PROMPT_LIMIT),
  'chat/events': get(
    'events',
    {
      ...CHAT,
      from: fromTheFirst,
      place: readOptionalTextField,
      once: value => (value === '1' ? 1 : undefined),
    },
    hasFields({ seq: 'number', event: 'object' }),
  ),
  'chat/prompt': post(readChatPrompt, isNothing, IMAGES_LIMIT),
  'chat/control': post(readQuestionFields({ ...CHAT, frame: readFrame }), isNothing, PROMPT_LIMIT),
  'chat/presence': post(readChatPresence, isNothing, PROMPT_LIMIT),
  'chat/release': post(readQuestionFields(CHAT), isNothing, PROMPT_LIMIT),
  'chat/close': post(readQuestionFields(CHAT), isNothing, PROMPT_LIMIT),
  'chat/rewind': post(
    readChatRewind,
    hasFields({ canRewind: 'boolean', error: 'string', filesChanged: 'list', notices: 'list' }),
    PROMPT_LIMIT,
  ),
  'chat/context': get(
    'value',
    { ...CHAT, kind: readContextKind, query: readTextField },
    isListOf(hasFields({ reference: 'object', label: 'string' })),
  ),
}
