import { isObject } from '@antiphon/core'
import { createFailure, type Failure } from './failure.ts'
import { readLines } from './read-lines.ts'
import { readServerEvents } from './read-server-events.ts'

/** The local server's interface, question by question. */
export interface Connection {
  /** The address of a question. */
  toAddress(path: string, question: Question): URL
  /** One value. */
  get<T>(path: string, question: Question, signal: AbortSignal): Promise<T>
  /** A value a line, as they come. */
  lines<T>(path: string, question: Question, signal: AbortSignal): AsyncGenerator<T>
  /** A value an event, until one side ends it. */
  events<T>(path: string, question: Question, signal: AbortSignal): AsyncGenerator<T>
  /** Says something that nobody waits for, also while the page goes away. */
  tell(path: string, body: object): void
  /** Has something done. */
  post<T>(path: string, body: object, signal?: AbortSignal): Promise<T>
}

export type Question = Readonly<Record<string, string | number | undefined>>

/** `base` is the server's origin. */
export function createConnection(base: string): Connection {
  function toAddress(path: string, question: Question): URL {
    const url = new URL(`/api/${path}`, base)
    for (const [name, value] of Object.entries(question))
      if (value !== undefined) url.searchParams.set(name, String(value))
    return url
  }
  async function ask(path: string, question: Question, signal: AbortSignal): Promise<Response> {
    const url = toAddress(path, question)
    return await checked(fetch(url, { signal, credentials: 'same-origin', cache: 'no-store' }), path)
  }
  return {
    toAddress,
    async get<T>(path: string, question: Question, signal: AbortSignal) {
      return await readJson<T>(await ask(path, question, signal))
    },
    async *lines<T>(path: string, question: Question, signal: AbortSignal) {
      const { body } = await ask(path, question, signal)
      if (body) for await (const line of readLines(body)) if (line !== '') yield parse<T>(line)
    },
    async *events<T>(path: string, question: Question, signal: AbortSignal) {
      const { body } = await ask(path, question, signal)
      if (body) for await (const data of readServerEvents(body)) yield parse<T>(data)
    },
    tell(path, body) {
      fetch(new URL(`/api/${path}`, base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        keepalive: true,
      }).catch(() => undefined)
    },
    async post<T>(path: string, body: object, signal?: AbortSignal) {
      const request = fetch(new URL(`/api/${path}`, base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
      return await readJson<T>(await checked(request, path))
    },
  }
}

async function checked(request: Promise<Response>, path: string): Promise<Response> {
  const response = await request
  if (response.ok) return response
  throw createFailure(toFailure(response.status), await readWords(response, path))
}

function toFailure(status: number): Failure {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 409 || status === 422) return 'refused'
  return status === 404 || status === 410 || status === 400 ? 'missing' : 'broken'
}

/** The server's own words, where it has some for a person. */
async function readWords(response: Response, path: string): Promise<string> {
  const said: unknown = await response.json().catch(() => null)
  if (isObject(said) && typeof said.error === 'string' && said.error !== '') return said.error
  return `The server answered ${response.status} to ${path}.`
}

// The server is the other half of this program: its answers have the types of the interface.
async function readJson<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T // asked for by those who expect nothing
  try {
    return (await response.json()) as T
  } catch (error) {
    if (error instanceof SyntaxError) throw createFailure('broken', 'The answer is no JSON.')
    throw error
  }
}

function parse<T>(text: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createFailure('broken', 'A line of the answer is no JSON.')
  }
  // What fails behind the first line can no longer be told by a status.
  if (isObject(value) && 'error' in value) throw createFailure('broken', String(value.error))
  return value as T
}
