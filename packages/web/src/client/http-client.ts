import type { Client } from '@antiphon/server/protocol'
import { createConnection } from './connection.ts'

export type HttpClient = Client & {
  /** Trades the token of the link for a cookie. */
  login(token: string): Promise<void>
}

/** The local server behind the page; `base` is its origin. */
export function createHttpClient(base: string): HttpClient {
  const { toAddress, get, lines, events, post, tell } = createConnection(base)
  return {
    login: token => post('login', { token }),
    readAbout: signal => get('about', {}, signal),

    listSessions: signal => lines('sessions', {}, signal),
    readPage: (options, signal) => get('page', options, signal),
    readEntry: (options, signal) => get('entry', options, signal),
    toLineAddress: options => toAddress('line', options).href,
    follow: (options, signal) => events('follow', options, signal),
    readOutline: (request, signal) => get('outline', request, signal),
    readBranchPlace: (request, signal) => get('branch-place', request, signal),
    findInSession: ({ session, query }, signal) => lines('find', { session, q: query }, signal),
    followSessions: signal => events('changes', {}, signal),
    search: (query, signal) => lines('search', { q: query }, signal),
    readSearchProgress: signal => get('search-status', {}, signal),

    examineAll: signal => lines('doctor', {}, signal),
    examineSession: (options, signal) => get('doctor/session', options, signal),
    mendSession: options => post('doctor/mend', options),

    readModelView: (options, signal) => get('model', options, signal),
    readWholeRequest: (options, signal) => get('model/request', options, signal),
    readToolTrace: (options, signal) => get('model/trace', options, signal),

    readNumbers: (question, signal) => lines('numbers', question, signal),
    readContext: (question, signal) => lines('numbers/context', question, signal),
    readCacheBreaks: (question, signal) => lines('numbers/cache-breaks', question, signal),
    readReferences: (question, signal) => lines('numbers/references', question, signal),
    readCosts: signal => lines('numbers/sessions', {}, signal),

    readChatChoices: signal => get('chat/choices', {}, signal),
    readChatOffer: (question, signal) => get('chat/offer', question, signal),
    readRunningAgents: signal => get('chat/running', {}, signal),
    readChat: (chat, signal) => get('chat/state', chat, signal),
    openChat: (wish, signal) => post('chat/open', wish, signal),
    followChat: ({ isOnce, ...place }, signal) =>
      events('chat/events', isOnce ? { ...place, once: 1 } : place, signal),
    sendPrompt: (prompt, signal) => post('chat/prompt', prompt, signal),
    sendControl: (control, signal) => post('chat/control', control, signal),
    tellPresence: presence => tell('chat/presence', presence),
    releaseQueue: (chat, signal) => post('chat/release', chat, signal),
    closeChat: (chat, signal) => post('chat/close', chat, signal),
    suggestContext: (question, signal) => get('chat/context', question, signal),
  }
}
