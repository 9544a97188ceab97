import { createHumanOrigin } from '@antiphon/core'
import { type Caller, toAuthor } from '../access/caller.ts'
import { NO_CHAT, OTHER_FOLDER } from '../access/gate.ts'
import type { Chat } from '../chat/chat.ts'
import type { KeptEvent } from '../chat/chat-events.ts'
import type { ChatService } from '../chat/chat-service.ts'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import { toJsonObject } from '../json/json.ts'
import type { ChatEvent, ChatPrompt, ChatWish } from '../protocol/chat-protocol.ts'
import type { Answers, SentEvent } from './answers.ts'

/** Agents: opening one, what it says, and what is said to it. */
export function addChatRoutes(answers: Answers, chats: ChatService): void {
  answers.value('chat/choices', async (_, { signal, caller }) => {
    const choices = await chats.readChoices(signal)
    return { ...choices, folders: choices.folders.filter(caller.reach.hasFolder) }
  })

  // To list them starts programs, which are asked for their version: for nobody who may not talk to them.
  answers.value('chat/agents', (_, { caller }) => (caller.role === 'reader' ? [] : chats.listAgents()))

  answers.value('chat/offer', async ({ session }, { caller }) => {
    if (caller.role === 'reader') return { cwd: null, problem: 'read-only', mayBeHeld: false }
    return (await chats.readOffer(session)) ?? refuse(404, 'There is no such session.')
  })

  answers.value('chat/running', (_, { caller }) =>
    chats.running().filter(({ session }) => caller.reach.hasId(session)),
  )

  answers.value('chat/state', ({ chat: id }) => withChat(id, chat => chat.describe()))

  answers.value('chat/open', async (wish, { caller }) => {
    const outside = await refuseStoredPlace(wish, caller)
    if (outside) return outside
    const opened = await chats.open(wish, caller.name === null ? null : { person: caller.name })
    return isRefusal(opened) ? opened : opened.describe()
  })

  /** Where nobody names a folder the log does, and that may be any. */
  async function refuseStoredPlace(
    { session, fork, cwd }: ChatWish,
    { reach }: Caller,
  ): Promise<Refusal | null> {
    if (reach.projects === null || session === undefined || (fork && cwd !== undefined)) return null
    const place = (await chats.readOffer(session))?.cwd ?? null
    return place === null || reach.hasPlace(place) ? null : refuse(403, OTHER_FOLDER)
  }

  // Whoever is known by name is here under that name.
  answers.value('chat/presence', (presence, { caller }) =>
    withChat(presence.chat, chat => chat.note({ ...presence, author: toAuthor(caller) ?? presence.author })),
  )

  answers.events('chat/events', ({ chat: id, from, place = '', once }, { signal, lastEvent }) =>
    withChat(id, chat => {
      const first = lastEvent === undefined ? from : lastEvent + 1
      chat.renew(place)
      return once
        ? toEvents(chat.events.read(first))
        : untilHungUp(chat, place, toEvents(chat.events.follow(first, signal)))
    }),
  )

  answers.value('chat/prompt', (prompt, { caller }) =>
    withChat(prompt.chat, chat => {
      const author = toAuthor(caller) ?? prompt.author
      if (countWords(prompt) > MAX_WORDS_BYTES) return refuse(413, TOO_MANY_WORDS)
      return chat.prompt({ ...prompt, ...(author && { author }) })
    }),
  )

  answers.value('chat/control', ({ chat: id, frame }, { caller }) =>
    withChat(id, chat => {
      const author = toAuthor(caller)
      return chat.control(author ? { ...frame, origin: createHumanOrigin(author) } : frame)
    }),
  )

  answers.value('chat/rewind', ({ chat: id, ...rewind }) => withChat(id, chat => chat.rewind(rewind)))

  answers.value('chat/release', ({ chat: id }) => withChat(id, chat => chat.release()))

  answers.value('chat/close', ({ chat }) => withChat(chat, ({ id }) => chats.end(id).then(() => undefined)))

  answers.value('chat/context', ({ chat: id, ...search }, { signal }) =>
    withChat(id, chat => chats.suggest(chat, { ...search, signal })),
  )

  function withChat<Answer>(id: string, use: (chat: Chat) => Answer): Answer | Refusal {
    const chat = chats.find(id)
    return chat ? use(chat) : refuse(404, NO_CHAT)
  }
}

async function* toEvents(
  events: AsyncIterable<KeptEvent> | Iterable<KeptEvent>,
): AsyncGenerator<SentEvent<ChatEvent>, void, undefined> {
  for await (const { seq, line } of events) yield { id: seq, data: toJsonObject({ seq }, { event: line }) }
}

/** Whoever breaks off may be gone; one who is not says so before long. */
async function* untilHungUp<T>(
  chat: Chat,
  place: string,
  events: AsyncIterable<T>,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* events
  } finally {
    chat.hangUp(place)
  }
}

/** The room that pictures need is not for words: the model reads far fewer. */
const MAX_WORDS_BYTES = 4 * 1024 * 1024
const TOO_MANY_WORDS = 'That is too long: a prompt with the texts that are attached may have 4 MB.'

function countWords({ text, contexts }: ChatPrompt): number {
  return [text, ...contexts.map(({ content }) => content ?? '')].reduce(
    (bytes, words) => bytes + Buffer.byteLength(words),
    0,
  )
}
