import { pipeline, type Readable } from 'node:stream'
import { isObject } from '@antiphon/contract'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Caller } from '../access/caller.ts'
import type { Gate, Pass } from '../access/gate.ts'
import type { OpenStreams } from '../body/open-streams.ts'
import { type SendOptions, sendPieces } from '../body/send-pieces.ts'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import { type Json, toJson } from '../json/json.ts'
import { isMisread, readOptionalPosition, wordsOf } from '../protocol/read-question.ts'
import { ROUTE_ACCESS } from '../protocol/route-access.ts'
import {
  ROUTES,
  type RouteAnswer,
  type RoutePath,
  type RoutePathOf,
  type RouteQuestion,
} from '../protocol/routes.ts'
import { describeFailure } from './describe-failure.ts'

/** Answers the routes of the table as it says: a question has its type and is of somebody who may ask it, or is refused, before anybody hears of it. */
export interface Answers {
  /** A value, or the same as JSON. */
  value<Path extends RoutePathOf<{ kind: 'value' }>>(
    path: Path,
    answer: Answer<Path, RouteAnswer<Path> | Json<RouteAnswer<Path>>>,
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
  readonly caller: Caller
  /** Ends with the one who asked; where the answer goes on, with that. */
  readonly signal: AbortSignal
  /** What whoever asks for events has heard last. */
  readonly lastEvent: number | undefined
}

type Made<T> = AsyncGenerator<T, void, undefined>

/** `id` says where to go on behind it. */
export type SentEvent<T> = { readonly id?: number; readonly data: Json<T> }

export type SentBytes = {
  readonly body: Readable
  readonly headers: Readonly<Record<string, string>>
}

export type AnswersOptions = {
  readonly streams: OpenStreams
  readonly gate: Gate
  /** Who asks; null where nobody was let in, who may ask nothing but to be. */
  readonly callerOf: (context: Context) => Caller | null
}

export function createAnswers(api: Hono, { streams, gate, callerOf }: AnswersOptions): Answers {
  function on<Path extends RoutePath, Of>(
    path: Path,
    answer: Answer<Path, Of>,
    respond: (context: Context, ask: Ask<Of>, caller: Caller) => Promise<Response>,
  ): void {
    const { read, limit, kind } = ROUTES[path]
    const handle = async (context: Context): Promise<Response> => {
      const isOpen = ROUTE_ACCESS[path].role === 'anybody'
      const caller = callerOf(context) ?? (isOpen ? STRANGER : null)
      if (!caller) return respondRefusal(context, refuse(401))
      const refusal = isOpen ? null : gate.refuseRole(path, caller)
      if (refusal) return respondRefusal(context, refusal)
      const question = read(limit ? await readBody(context) : context.req.query())
      const last = kind === 'events' ? context.req.header('last-event-id') : undefined
      const lastEvent = readOptionalPosition(last)
      if (isMisread(question)) return respondRefusal(context, refuse(400, wordsOf(question)))
      if (isMisread(lastEvent)) return respondRefusal(context, refuse(400, wordsOf(lastEvent)))
      const pass = isOpen ? null : await gate.pass(path, question, caller)
      if (isRefusal(pass)) return respondRefusal(context, pass)
      const ask: Ask<Of> = async signal =>
        noting(pass, () => answer(question, { context, caller, signal, lastEvent }))
      return respond(context, ask, caller)
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
    { caller, type, format, ...options }: StreamFormat<T> & { readonly caller: Caller },
  ): Promise<Response> {
    const stop = streams.open(context.req.raw.signal)
    if (!stop) return respondRefusal(context, refuse(503))
    endWithAccess(stop, () => gate.isStillIn(caller))
    try {
      const made = await make(stop.signal)
      if (!isRefusal(made)) {
        const outgoing = beginResponse(context, { 'Content-Type': type })
        void sendPieces(formatAll(made, format), outgoing, { stop, ...options })
        return RESPONSE_ALREADY_SENT
      }
      stop.abort()
      return respondRefusal(context, made)
    } catch (error) {
      stop.abort()
      throw error
    }
  }

  return {
    value: (path, answer) =>
      on(path, answer, async (context, ask) => {
        const answered = await ask(context.req.raw.signal)
        if (isRefusal(answered)) return respondRefusal(context, answered)
        if (answered === undefined) return context.body(null, 204, API_HEADERS)
        const json = typeof answered === 'string' ? answered : toJson(answered)
        return context.body(json, 200, { ...API_HEADERS, 'Content-Type': 'application/json; charset=utf-8' })
      }),
    lines: (path, answer) =>
      on(path, answer, (context, ask, caller) => stream(context, ask, { caller, ...LINES })),
    events: (path, answer) =>
      on(path, answer, (context, ask, caller) => stream(context, ask, { caller, ...EVENTS })),
    bytes: (path, answer) =>
      on(path, answer, async (context, ask) => {
        const sent = await ask(context.req.raw.signal)
        if (isRefusal(sent)) return respondRefusal(context, sent)
        // Whoever leaves ends it, and nobody is left to be told why.
        pipeline(sent.body, beginResponse(context, sent.headers), () => {})
        return RESPONSE_ALREADY_SENT
      }),
  }
}

type Ask<Of> = (signal: AbortSignal) => Promise<Of | Refusal>

/** Asks for no more than to be let in. */
const STRANGER: Caller = {
  ...{ name: null, role: 'reader', by: 'link', address: '', grant: '' },
  reach: {
    projects: [],
    ...{ hasId: () => false, hasPath: () => false, hasFolder: () => false, hasPlace: () => false },
  },
}

/** What was begun and refused all the same is noted as that. */
async function noting<Of>(
  pass: Pass | null,
  answer: () => Of | Refusal | Promise<Of | Refusal>,
): Promise<Of | Refusal> {
  const answered = await answer()
  // That it was begun is written; the refusal itself must reach whoever asked.
  if (isRefusal(answered)) await pass?.noteRefusal(answered).catch(() => {})
  return answered
}

/** Whoever is no longer let in hears nothing more of what goes on and on. */
function endWithAccess(stop: AbortController, isStillIn: () => Promise<boolean>): void {
  const look = async (): Promise<void> => {
    if (!(await isStillIn().catch(() => false))) stop.abort()
  }
  const timer = setInterval(look, ACCESS_MS).unref()
  stop.signal.addEventListener('abort', () => clearInterval(timer))
}

const ACCESS_MS = 1000

/** `{"error": …}`, with words for a person. */
export function respondRefusal(context: Context, { status, words }: Refusal): Response {
  return context.json({ error: words }, status, API_HEADERS)
}

/** Sends the head of an answer of any length, whose bytes are written to what this gives. */
function beginResponse(context: Context, own: Readonly<Record<string, string>>): HttpBindings['outgoing'] {
  const { headers } = context.body(null, 200, { ...API_HEADERS, ...own })
  const { outgoing }: HttpBindings = context.env // the adapter's
  outgoing.writeHead(200, Object.fromEntries(headers))
  outgoing.flushHeaders()
  return outgoing
}

type StreamFormat<T> = Omit<SendOptions, 'stop'> & {
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
