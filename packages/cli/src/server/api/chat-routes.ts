import { isObject } from '@antiphon/core'
import type { ChatWish } from '@antiphon/web/backend'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { safeJson } from '../../terminal/safe-json.ts'
import type { Chat } from '../chat/chat.ts'
import type { KeptEvent } from '../chat/chat-events.ts'
import type { ChatOutcome } from '../chat/chat-outcome.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { readChatPresence } from '../chat/read-chat-presence.ts'
import { readChatPrompt } from '../chat/read-chat-prompt.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import { formatEvent } from '../stream/format-event.ts'
import { type Answers, answerJson, refuse } from './answers.ts'
import { readBody } from './read-body.ts'
import { NO_POSITION, readPosition } from './read-position.ts'

export type ChatRoutesOptions = { readonly chats: ChatService; readonly answers: Answers }

/**
 * Below `/chat`: `GET /choices`; `GET /running`; `GET /offer?session`; `GET /state?chat`; `POST /open`, a `ChatWish`;
 * `GET /events?chat&from&once&place`, a `ChatEvent` an event, whose id says where to go on; `POST /prompt`, `/control`, `/presence`, `/release` and `/close`, taken when they are answered; `GET /context?chat&kind&query`.
 */
export function addChatRoutes(api: Hono, { chats, answers }: ChatRoutesOptions): void {
  const limit = bodyLimit({ maxSize: MAX_BYTES, onError: context => refuse(context, 413, TOO_LONG) })

  api.get('/chat/choices', async context =>
    answerJson(context, safeJson(await chats.readChoices(context.req.raw.signal))),
  )

  api.get('/chat/offer', async context => {
    const offer = await chats.readOffer(context.req.query('session') ?? '')
    return offer ? answerJson(context, safeJson(offer)) : refuse(context, 404, 'There is no such session.')
  })

  api.get('/chat/running', context => answerJson(context, safeJson(chats.running())))

  api.get('/chat/state', context =>
    withChat(context, context.req.query('chat'), chat => answerJson(context, safeJson(chat.describe()))),
  )

  api.post('/chat/open', limit, async context => {
    const wish = readWish(await readBody(context))
    if (!wish) return refuse(context, 400, NO_FRAME)
    const opened = await chats.open(wish)
    return answer(context, opened, chat => answerJson(context, safeJson(chat.describe())))
  })

  api.post('/chat/presence', limit, async context => {
    const presence = readChatPresence(await readBody(context))
    if (!presence) return refuse(context, 400, NO_FRAME)
    return withChat(context, presence.chat, chat => {
      chat.note(presence)
      return nothing(context)
    })
  })

  api.get('/chat/events', context => {
    const last = readPosition(context.req.header('last-event-id'))
    const from = last === undefined ? readPosition(context.req.query('from')) : last
    if (from === null) return refuse(context, 400, NO_POSITION)
    const first = last === undefined ? (from ?? 0) : (from ?? 0) + 1
    const place = context.req.query('place') ?? ''
    return withChat(context, context.req.query('chat'), chat => {
      chat.renew(place)
      return answers.events(context, signal =>
        context.req.query('once') === '1'
          ? toEvents(chat.events.read(first))
          : untilHungUp(chat, place, toEvents(chat.events.follow(first, signal))),
      )
    })
  })

  api.post('/chat/prompt', limit, async context => {
    const prompt = readChatPrompt(await readBody(context))
    if (!prompt) return refuse(context, 400, NO_FRAME)
    return withChat(context, prompt.chat, async chat =>
      answer(context, await chat.prompt(prompt), () => nothing(context)),
    )
  })

  api.post('/chat/control', limit, async context => {
    const body = await readBody(context)
    const frame = body?.frame
    if (!isObject(frame)) return refuse(context, 400, NO_FRAME)
    return withChat(context, body?.chat, chat => answer(context, chat.control(frame), () => nothing(context)))
  })

  api.post('/chat/release', limit, async context => {
    const body = await readBody(context)
    return withChat(context, body?.chat, chat => answer(context, chat.release(), () => nothing(context)))
  })

  api.post('/chat/close', limit, async context => {
    const body = await readBody(context)
    return withChat(context, body?.chat, async chat => {
      await chats.end(chat.id)
      return nothing(context)
    })
  })

  api.get('/chat/context', context => {
    const { kind, query = '' } = context.req.query()
    return withChat(context, context.req.query('chat'), async chat => {
      const found = await chats.suggest(chat, { kind, query, signal: context.req.raw.signal })
      return found
        ? answerJson(context, safeJson(found))
        : refuse(context, 400, 'There is no such kind of context.')
    })
  })

  function withChat(
    context: Context,
    id: unknown,
    use: (chat: Chat) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const chat = typeof id === 'string' ? chats.find(id) : null
    return chat
      ? use(chat)
      : refuse(context, 404, 'That chat is over. Open it again; the session is still there.')
  }
}

/** A prompt of 4 MB with its frame around it. */
const MAX_BYTES = 5 * 1024 * 1024
const TOO_LONG = 'That is too long: a prompt with all that is attached may have 4 MB.'
const NO_FRAME = 'The request cannot be read.'

function answer<T>(context: Context, outcome: ChatOutcome<T>, toResponse: (value: T) => Response): Response {
  return outcome.kind === 'refused'
    ? refuse(context, outcome.status, outcome.words)
    : toResponse(outcome.value)
}

function nothing(context: Context): Response {
  return context.body(null, 204, API_HEADERS)
}

async function* toEvents(
  events: AsyncIterable<KeptEvent> | Iterable<KeptEvent>,
): AsyncGenerator<string, void, undefined> {
  for await (const { seq, line } of events)
    yield formatEvent({ id: seq, data: `{"seq":${seq},"event":${line}}` })
}

/** Whoever breaks off may be gone; one who is not says so before long. */
async function* untilHungUp<T>(chat: Chat, place: string, events: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* events
  } finally {
    chat.hangUp(place)
  }
}

function readWish(body: Readonly<Record<string, unknown>> | null): ChatWish | null {
  if (!body) return null
  const { session, cwd, model, permissionMode, fork } = body
  const texts = { session, cwd, model, permissionMode }
  if (
    !Object.values(texts).every(
      text => text === undefined || (typeof text === 'string' && text.length <= 4096),
    )
  )
    return null
  const wished = Object.entries(texts).filter(([, text]) => text !== undefined)
  return { ...Object.fromEntries(wished), ...(fork === true && { fork }) }
}
