import { isObject } from '@antiphon/contract'
import {
  ROUTES,
  type RouteAnswer,
  type RoutePath,
  type RoutePathOf,
  type RouteQuestion,
} from '@antiphon/server/protocol'
import { createFailure, type Failure } from './failure.ts'
import { readLines, readServerEvents } from './read-lines.ts'

/** The local server's interface, question by question, as the table of routes has it. */
export interface Client {
  /** Where bytes can be had. */
  toAddress<Path extends RoutePathOf<{ kind: 'bytes' }>>(path: Path, question: RouteQuestion<Path>): URL
  /** One value. */
  get<Path extends RoutePathOf<{ method: 'get'; kind: 'value' }>>(
    path: Path,
    question: RouteQuestion<Path>,
    signal?: AbortSignal,
  ): Promise<RouteAnswer<Path>>
  /** A value a line, as they come. */
  lines<Path extends RoutePathOf<{ kind: 'lines' }>>(
    path: Path,
    question: RouteQuestion<Path>,
    signal: AbortSignal,
  ): AsyncGenerator<RouteAnswer<Path>>
  /** A value an event, until one side ends it. */
  events<Path extends RoutePathOf<{ kind: 'events' }>>(
    path: Path,
    question: RouteQuestion<Path>,
    signal: AbortSignal,
  ): AsyncGenerator<RouteAnswer<Path>>
  /** Says something that nobody waits for, also while the page goes away. */
  tell<Path extends RoutePathOf<{ method: 'post' }>>(path: Path, question: RouteQuestion<Path>): void
  /** Has something done. */
  post<Path extends RoutePathOf<{ method: 'post' }>>(
    path: Path,
    question: RouteQuestion<Path>,
    signal?: AbortSignal,
  ): Promise<RouteAnswer<Path>>
}

/** `base` is the server's origin. */
export function createClient(base: string): Client {
  function toAddress(path: RoutePath, question: object): URL {
    const url = new URL(`/api/${path}`, base)
    for (const [name, value] of Object.entries<unknown>({ ...question }))
      if (value !== undefined) url.searchParams.set(name, String(value))
    return url
  }
  function ask(path: RoutePath, question: object, signal: AbortSignal | null): Promise<Response> {
    const url = toAddress(path, question)
    return checked(fetch(url, { signal, credentials: 'same-origin', cache: 'no-store' }), path)
  }
  function send(path: RoutePath, question: object, options: RequestInit): Promise<Response> {
    return fetch(new URL(`/api/${path}`, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
      ...options,
    })
  }
  return {
    toAddress,
    async get(path, question, signal) {
      return toAnswer(path, await readJson(await ask(path, question, signal ?? null)))
    },
    async *lines(path, question, signal) {
      const { body } = await ask(path, question, signal)
      if (body) for await (const line of readLines(body)) if (line !== '') yield toAnswer(path, parse(line))
    },
    async *events(path, question, signal) {
      const { body } = await ask(path, question, signal)
      if (body) for await (const data of readServerEvents(body)) yield toAnswer(path, parse(data))
    },
    tell(path, question) {
      send(path, question, { keepalive: true }).catch(() => undefined)
    },
    async post(path, question, signal) {
      const response = await checked(send(path, question, { signal: signal ?? null }), path)
      return toAnswer(path, await readJson(response))
    },
  }
}

/** The one place where what a server says gets a type: it has the shape that the route's answers have, or it is none. */
function toAnswer<Path extends RoutePath>(path: Path, value: unknown): RouteAnswer<Path> {
  const { isAnswer } = ROUTES[path]
  if (isAnswer(value)) return value
  throw createFailure('outdated', `The server's answer to ${path} is of another version than this page.`)
}

async function checked(request: Promise<Response>, path: string): Promise<Response> {
  const response = await request
  if (response.ok) return response
  throw createFailure(toFailure(response.status), await readWords(response, path))
}

function toFailure(status: number): Failure {
  if (status === 401) return 'unauthorized'
  if (status === 403 || status === 409 || status === 422) return 'refused'
  return status === 404 || status === 410 || status === 400 ? 'missing' : 'broken'
}

/** The server's own words, where it has some for a person. */
async function readWords(response: Response, path: string): Promise<string> {
  const said: unknown = await response.json().catch(() => null)
  if (isObject(said) && typeof said.error === 'string' && said.error !== '') return said.error
  return `The server answered ${response.status} to ${path}.`
}

/** Undefined where there is nothing to be told. */
async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) throw createFailure('broken', 'The answer is no JSON.')
    throw error
  }
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createFailure('broken', 'A line of the answer is no JSON.')
  }
  // What fails behind the first line can no longer be told by a status.
  if (isObject(value) && 'error' in value) throw createFailure('broken', String(value.error))
  return value
}
