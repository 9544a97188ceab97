import type { Connection } from './connection.ts'
import type { LogBackend } from './log-backend.ts'

/** Asks the server for sessions and logs over HTTP. */
export function createHttpLogs({ get, lines, events, toAddress }: Connection): LogBackend {
  return {
    listSessions: signal => lines('sessions', {}, signal),
    readPage: (options, signal) => get('page', options, signal),
    readEntry: (options, signal) => get('entry', options, signal),
    toLineAddress: options => toAddress('line', options).href,
    follow: (options, signal) => events('follow', options, signal),
    readOutline: (request, signal) => get('outline', request, signal),
    readBranchPlace: (request, signal) => get('branch-place', request, signal),
    findInSession: ({ session, query }, signal) => lines('find', { session, q: query }, signal),
    followSessions: signal => events('changes', {}, signal),
    readSearchProgress: signal => get('search-status', {}, signal),
    search: (query, signal) => lines('search', { q: query }, signal),
  }
}
