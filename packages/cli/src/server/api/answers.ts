import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { safeJson } from '../../terminal/safe-json.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import type { OpenStreams, StreamOptions } from '../stream/open-streams.ts'
import { sendBody } from '../stream/send-body.ts'
import { describeFailure } from './describe-failure.ts'

/** Answers that are sent as they are made. */
export interface Answers {
  /** Lines of JSON; where it fails, the last is `{"error": …}`. */
  lines(context: Context, make: (signal: AbortSignal) => AsyncGenerator<object, void, undefined>): Response
  /** Server-sent events; where it fails, the last is called `failure`. */
  events(context: Context, make: StreamOptions['make']): Response
}

export function createAnswers(streams: OpenStreams): Answers {
  return {
    lines(context, make) {
      const body = streams.open({
        make: signal => toLines(make(signal)),
        request: context.req.raw.signal,
        formatFailure: error => `${safeJson({ error: describe(error) })}\n`,
      })
      return answerStream(context, body, 'application/x-ndjson; charset=utf-8')
    },
    events(context, make) {
      const body = streams.open({
        make,
        request: context.req.raw.signal,
        formatFailure: error => `event: failure\ndata: ${safeJson({ error: describe(error) })}\n\n`,
        heartbeat: { text: ':\n\n', everyMs: HEARTBEAT_MS },
      })
      return answerStream(context, body, 'text/event-stream; charset=utf-8')
    },
  }
}

/** Words that a part has for a person are the best there are. */
function describe(error: unknown): string {
  return describeFailure(error, error instanceof Error ? error.message : String(error))
}

/** A value that is JSON already. */
export function answerJson(context: Context, json: string): Response {
  return context.body(json, 200, { ...API_HEADERS, 'Content-Type': 'application/json; charset=utf-8' })
}

/** Bytes of any number, sent as they are read. */
export function answerBytes(
  context: Context,
  body: ReadableStream<Uint8Array>,
  ownHeaders: Readonly<Record<string, string>>,
): Response {
  return send(context, body, ownHeaders)
}

/** `{"error": …}`, with words for a person. */
export function refuse(
  context: Context,
  status: ContentfulStatusCode,
  message: string = REFUSALS[status] ?? '',
): Response {
  return context.json({ error: message }, status, API_HEADERS)
}

const HEARTBEAT_MS = 15_000

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'The token is missing or wrong. Open the link that the server printed.',
  404: 'There is nothing of that name.',
  413: 'That is too long for a token.',
  503: 'Too many answers are being sent. Close some pages.',
}

function answerStream(context: Context, body: ReadableStream<Uint8Array> | null, type: string): Response {
  return body ? send(context, body, { 'Content-Type': type }) : refuse(context, 503)
}

function send(
  context: Context,
  body: ReadableStream<Uint8Array>,
  ownHeaders: Readonly<Record<string, string>>,
): Response {
  const { headers } = context.body(null, 200, { ...API_HEADERS, ...ownHeaders })
  const { outgoing }: HttpBindings = context.env // the adapter's
  outgoing.writeHead(200, Object.fromEntries(headers))
  outgoing.flushHeaders()
  void sendBody(body, outgoing)
  return RESPONSE_ALREADY_SENT
}

async function* toLines(
  items: AsyncGenerator<object, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  for await (const item of items) yield `${safeJson(item)}\n`
}
