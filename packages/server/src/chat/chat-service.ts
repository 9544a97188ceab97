import type { ContextSearch } from '@antiphon/host/suggestions'
import { isLeased } from '@antiphon/transcript'
import type { AgentChoice, ChatChoices, ChatOffer, ContextSuggestion } from '../protocol/chat-protocol.ts'
import type { Chat } from './chat.ts'
import { type Chats, type ChatsOptions, createChats } from './chats.ts'
import { findStored } from './find-chat-place.ts'
import { describeHolding } from './find-holder.ts'

/** Agents, and what a page asks around them. */
export interface ChatService extends Chats {
  /** Whether a session can be gone on with; null where there is none. */
  readOffer(session: string): Promise<ChatOffer | null>
  /** The agents that can be talked to. */
  listAgents(): Promise<readonly AgentChoice[]>
  readChoices(signal: AbortSignal): Promise<ChatChoices>
  /** What could be attached. */
  suggest(chat: Chat, search: ContextSearch): Promise<readonly ContextSuggestion[]>
}

/** Nothing is loaded before somebody asks: most pages never chat. */
export function createChatService(options: ChatsOptions): ChatService {
  const chats = createChats(options)
  let agents: { readonly at: number; readonly found: Promise<readonly AgentChoice[]> } | null = null
  return {
    ...chats,
    async readOffer(session) {
      const stored = await findStored(session, { roots: options.roots, fleet: options.fleet ?? null })
      if (!stored) return null
      const { log, cwd, problem } = stored
      if (options.fleet)
        return { cwd, mayBeHeld: false, ...(await describeHolding(options.fleet, log.key, problem)) }
      const inTheWay = problem ?? ((await isLeased(log.path)) ? 'held' : null)
      return { cwd, problem: inTheWay, mayBeHeld: inTheWay === null && chats.mayBeHeld(log.path) }
    },
    listAgents() {
      // Programs are started to ask for their version: not for every page that is opened.
      if (!agents || Date.now() - agents.at > FRESH_MS)
        agents = {
          at: Date.now(),
          found: import('./list-agents.ts').then(({ listAgents }) => listAgents(options)),
        }
      return agents.found
    },
    async readChoices(signal) {
      const { readChatChoices } = await import('./read-chat-choices.ts')
      return readChatChoices(options, signal)
    },
    async suggest({ workspace }, search) {
      const { suggestContext } = await import('@antiphon/host/suggestions')
      return suggestContext(workspace, search)
    },
  }
}

const FRESH_MS = 30_000
