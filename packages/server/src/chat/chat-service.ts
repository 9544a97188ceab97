import { isLeased } from '@antiphon/transcript'
import type { ChatChoices, ChatOffer, ContextSuggestion } from '../protocol/chat-protocol.ts'
import type { ContextSearch } from '../suggestions/suggest-context.ts'
import type { Chat } from './chat.ts'
import { type Chats, type ChatsOptions, createChats } from './chats.ts'
import { findStored } from './find-chat-place.ts'

/** Agents, and what a page asks around them. */
export interface ChatService extends Chats {
  /** Whether a session can be gone on with; null where there is none. */
  readOffer(session: string): Promise<ChatOffer | null>
  readChoices(signal: AbortSignal): Promise<ChatChoices>
  /** What could be attached. */
  suggest(chat: Chat, search: ContextSearch): Promise<readonly ContextSuggestion[]>
}

/** Nothing is loaded before somebody asks: most pages never chat. */
export function createChatService(options: ChatsOptions): ChatService {
  return {
    ...createChats(options),
    readOffer: session => readChatOffer(session, options.roots),
    async readChoices(signal) {
      const { readChatChoices } = await import('./read-chat-choices.ts')
      return readChatChoices(options, signal)
    },
    async suggest({ session }, search) {
      const { suggestContext } = await import('../suggestions/suggest-context.ts')
      return suggestContext(session, search)
    },
  }
}

/** What is in the way of going on with a session; null where there is no such session. Starts nothing. */
async function readChatOffer(session: string, roots: readonly string[]): Promise<ChatOffer | null> {
  const stored = await findStored(session, roots)
  if (!stored) return null
  const { log, cwd, problem } = stored
  return { cwd, problem: problem ?? ((await isLeased(log.path)) ? 'held' : null) }
}
