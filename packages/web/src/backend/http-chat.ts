import type { ChatBackend } from './chat-backend.ts'
import type { Connection } from './connection.ts'

/** Asks the server to run agents, over HTTP. */
export function createHttpChat({ get, events, post, tell }: Connection): ChatBackend {
  return {
    readChatChoices: signal => get('chat/choices', {}, signal),
    readChatOffer: (question, signal) => get('chat/offer', question, signal),
    readRunningAgents: signal => get('chat/running', {}, signal),
    readChat: (chat, signal) => get('chat/state', chat, signal),
    openChat: (wish, signal) => post('chat/open', wish, signal),
    followChat: ({ chat, from, isOnce, place }, signal) =>
      events('chat/events', { chat, from, once: isOnce ? 1 : undefined, place }, signal),
    sendPrompt: (prompt, signal) => post('chat/prompt', prompt, signal),
    sendControl: (control, signal) => post('chat/control', control, signal),
    tellPresence: presence => tell('chat/presence', presence),
    releaseQueue: (chat, signal) => post('chat/release', chat, signal),
    closeChat: (chat, signal) => post('chat/close', chat, signal),
    suggestContext: (question, signal) => get('chat/context', question, signal),
  }
}
