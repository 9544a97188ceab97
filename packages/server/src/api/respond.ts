import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { sendBody } from '../body/send-body.ts'
import type { Refusal } from '../guard/refusal.ts'
import { API_HEADERS } from '../guard/security-headers.ts'
import type { Json } from '../json/json.ts'

/** `{"error": …}`, with words for a person. */
export function respondRefusal(context: Context, { status, words }: Refusal): Response {
  return context.json({ error: words }, status, API_HEADERS)
}

export function respondJson(context: Context, json: Json<unknown>): Response {
  return context.body(json, 200, { ...API_HEADERS, 'Content-Type': 'application/json; charset=utf-8' })
}

/** Nothing is to be told but that it is done. */
export function respondNothing(context: Context): Response {
  return context.body(null, 204, API_HEADERS)
}

/** Bytes of any number, sent as they are made. */
export function respondStream(
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
