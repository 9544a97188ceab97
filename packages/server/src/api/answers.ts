import { isObject } from '@antiphon/contract'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { OpenStreams, StreamOptions } from '../body/open-streams.ts'
import { type Refusal, refuse } from '../guard/refusal.ts'
import { type Json, toJson } from '../json/json.ts'
import { isMisread, readOptionalPosition, wordsOf } from '../protocol/read-question.ts'
import {
  ROUTES,
  type RouteAnswer,
  type RoutePath,
  type RoutePathOf,
  type RouteQuestion,
} from '../protocol/routes.ts'
import { describeFailure } from './describe-failure.ts'
import { respondJson, respondNothing, respondRefusal, respondStream } from './respond.ts'

/** Answers the routes of the table as it says: a question has its type, or is refused, before anybody hears of it. */
export interface Answers {
  value<Path extends RoutePathOf<{ kind: 'value' }>>(
    path: Path,
    answer: Answer<Path, Answered<RouteAnswer<Path>>>,
  ): void
  /** Lines of JSON; where it fails, the last is `{"error": …}`. */
  lines<Path extends RoutePathOf<{ kind: 'lines' }>>(
    path: Path,
    answer: Answer<Path, Made<RouteAnswer<Path>>>,
  ): void
  /** Server-sent events; where it fails, the last is called `failure`. */
  events<Path extends RoutePathOf<{ kind: 'events' }>>(
    path: Path,
    answer: Answer<Path, Made<SentEvent<RouteAnswer<Path>>>>,
  ): void
  bytes<Path extends RoutePathOf<{ kind: 'bytes' }>>(path: Path, answer: Answer<Path, SentBytes>): void
}

type Answer<Path extends RoutePath, Of> = (
  question: RouteQuestion<Path>,
  request: AskedRequest,
) => Of | Refusal | Promise<Of | Refusal>

export type AskedRequest = {
  readonly context: Context
  /** Ends with the one who asked; where the answer goes on, with that. */
  readonly signal: AbortSignal
  /** What whoever asks for events has heard last. */
  readonly lastEvent: number | undefined
}

/** A value, or the same as JSON. */
export type Answered<T> = { readonly value: T } | { readonly json: Json<T> }

type Made<T> = AsyncGenerator<T, void, undefined>

/** `id` says where to go on behind it. */
export type SentEvent<T> = { readonly id?: number; readonly data: Json<T> }

export type SentBytes = {
  readonly body: ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

export function createAnswers(api: Hono, streams: OpenStreams): Answers {
  function on<Path extends RoutePath>(
    path: Path,
    respond: (question: RouteQuestion<Path>, context: Context) => Promise<Response>,
  ): void {
    const { read, limit } = ROUTES[path]
    const handle = async (context: Context): Promise<Response> => {
      const question = read(limit ? await readBody(context) : context.req.query())
      if (isMisread(question)) return respondRefusal(context, refuse(400, wordsOf(question)))
      return respond(question, context)
    }
    if (!limit) api.get(`/${path}`, handle)
    else {
      const tooLong = refuse(413, limit.words)
      const onError = (context: Context): Response => respondRefusal(context, tooLong)
      api.post(`/${path}`, bodyLimit({ maxSize: limit.bytes, onError }), handle)
    }
  }

  /** What is made is made as it is read, and no further once nobody reads. */
  async function stream<T>(
    context: Context,
    make: (signal: AbortSignal) => Made<T> | Refusal | Promise<Made<T> | Refusal>,
    { type, format, ...options }: StreamFormat<T>,
  ): Promise<Response> {
    const reading = new AbortController()
    const stop = (): void => reading.abort()
    try {
      const made = await make(reading.signal)
      if ('status' in made) return respondRefusal(context, made)
      const body = streams.open({
        make(signal) {
          signal.addEventListener('abort', stop, { once: true })
          if (signal.aborted) stop()
          return formatAll(made, format)
        },
        request: context.req.raw.signal,
        ...options,
      })
      if (body) return respondStream(context, body, { 'Content-Type': type })
    } catch (error) {
      stop()
      throw error
    }
    stop()
    return respondRefusal(context, refuse(503))
  }

  return {
    value: (path, answer) =>
      on(path, async (question, context) => {
        const { signal } = context.req.raw
        const answered = await answer(question, { context, signal, lastEvent: undefined })
        if ('status' in answered) return respondRefusal(context, answered)
        if ('json' in answered) return respondJson(context, answered.json)
        if (answered.value === undefined) return respondNothing(context)
        return respondJson(context, toJson(answered.value))
      }),
    lines: (path, answer) =>
      on(path, (question, context) =>
        stream(context, signal => answer(question, { context, signal, lastEvent: undefined }), LINES),
      ),
    events: (path, answer) =>
      on(path, async (question, context) => {
        const lastEvent = readOptionalPosition(context.req.header('last-event-id'))
        if (isMisread(lastEvent)) return respondRefusal(context, refuse(400, wordsOf(lastEvent)))
        return stream(context, signal => answer(question, { context, signal, lastEvent }), EVENTS)
      }),
    bytes: (path, answer) =>
      on(path, async (question, context) => {
        const { signal } = context.req.raw
        const sent = await answer(question, { context, signal, lastEvent: undefined })
        return 'status' in sent
          ? respondRefusal(context, sent)
          : respondStream(context, sent.body, sent.headers)
      }),
  }
}

type StreamFormat<T> = Pick<StreamOptions, 'formatFailure' | 'heartbeat'> & {
  readonly type: string
  readonly format: (item: T) => string
}

const LINES: StreamFormat<unknown> = {
  type: 'application/x-ndjson; charset=utf-8',
  format: item => `${toJson(item)}\n`,
  formatFailure: error => `${toJson(describe(error))}\n`,
}

const EVENTS: StreamFormat<SentEvent<unknown>> = {
  type: 'text/event-stream; charset=utf-8',
  format: ({ id, data }) => `${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`,
  formatFailure: error => `event: failure\ndata: ${toJson(describe(error))}\n\n`,
  heartbeat: { text: ':\n\n', everyMs: 15_000 },
}

/** Words that a part has for a person are the best there are. */
function describe(error: unknown): { readonly error: string } {
  return { error: describeFailure(error, error instanceof Error ? error.message : String(error)) }
}

async function* formatAll<T>(items: Made<T>, format: (item: T) => string): Made<string> {
  for await (const item of items) yield format(item)
}

/** The object that a request brings; null for what is none. Only as JSON: a form of another site cannot send that without being asked first. */
async function readBody({ req }: Context): Promise<Readonly<Record<string, unknown>> | null> {
  if (req.header('content-type')?.split(';')[0]?.trim() !== 'application/json') return null
  const body: unknown = await req.json().catch(() => null)
  return isObject(body) && !Array.isArray(body) ? body : null
}
