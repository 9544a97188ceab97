import { type Entry, isObject } from '@antiphon/core'
import type { Backend, FollowedEvent, Page, SearchHit, SessionChange, SessionRow } from './backend.ts'
import { createFailure, type Failure } from './failure.ts'
import { readLines } from './read-lines.ts'
import { readServerEvents } from './read-server-events.ts'

export type HttpBackend = Backend & {
  /** Trades the token of the link for a cookie. */
  login(token: string): Promise<void>
}

/** The local server behind the page; `base` is its origin. */
export function createHttpBackend(base: string): HttpBackend {
  const ask = createAsk(base)
  return {
    async *listSessions(signal) {
      yield* readJsonLines<SessionRow>(await ask('sessions', {}, signal))
    },
    async readPage(options, signal) {
      return await readJson<Page>(await ask('page', options, signal))
    },
    async readEntry(options, signal) {
      return await readJson<Entry>(await ask('entry', options, signal))
    },
    async *follow(options, signal) {
      yield* readEvents<FollowedEvent>(await ask('follow', options, signal))
    },
    async *followSessions(signal) {
      yield* readEvents<SessionChange>(await ask('changes', {}, signal))
    },
    async *search(query, signal) {
      yield* readJsonLines<SearchHit>(await ask('search', { q: query }, signal))
    },
    async login(token) {
      const response = await fetch(new URL('/api/login', base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
      if (!response.ok) throw createFailure(toFailure(response.status), 'The token was refused.')
    },
  }
}

type Question = Readonly<Record<string, string | number | undefined>>
type Ask = (path: string, question: Question, signal: AbortSignal) => Promise<Response>

function createAsk(base: string): Ask {
  return async (path, question, signal) => {
    const url = new URL(`/api/${path}`, base)
    for (const [name, value] of Object.entries(question))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await fetch(url, { signal, credentials: 'same-origin', cache: 'no-store' })
    if (response.ok) return response
    throw createFailure(toFailure(response.status), `The server answered ${response.status} to ${path}.`)
  }
}

function toFailure(status: number): Failure {
  if (status === 401 || status === 403) return 'unauthorized'
  return status === 404 || status === 410 || status === 400 ? 'missing' : 'broken'
}

// The server is the other half of this program: its answers have the types of the interface.
async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (error) {
    if (error instanceof SyntaxError) throw createFailure('broken', 'The answer is no JSON.')
    throw error
  }
}

async function* readJsonLines<T>(response: Response): AsyncGenerator<T> {
  if (!response.body) return
  for await (const line of readLines(response.body)) if (line !== '') yield parse<T>(line)
}

async function* readEvents<T>(response: Response): AsyncGenerator<T> {
  if (!response.body) return
  for await (const data of readServerEvents(response.body)) yield parse<T>(data)
}

function parse<T>(text: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createFailure('broken', 'A line of the answer is no JSON.')
  }
  // What fails behind the first line can no longer be told by a status.
  if (isObject(value) && 'error' in value) throw createFailure('broken', 'The server could not go on.')
  return value as T
}
