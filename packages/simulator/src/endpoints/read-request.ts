import { type ApiRequest, type ApiTarget, isObject, resolveTarget } from '@antiphon/contract'
import { parseRequest } from '../check/parse-request.ts'
import type { Checked } from '../check/refusal.ts'
import type { EndpointCall } from '../endpoint-call.ts'
import { readBody } from '../http/read-body.ts'

/** A body that is JSON, with where it wants to go; whether it is a good request is still open. */
export type ReadRequest = { readonly sent: ApiRequest; readonly target: ApiTarget }

/** The checks that come before a request is understood, in the API's order: size, key and headers, JSON. */
export async function readRequest(call: EndpointCall): Promise<Checked<ReadRequest>> {
  const { state, request, dialect, place } = call
  const { platform, strict, limits, apiKey, without } = state
  const { bodyBytes } = resolveTarget({ platform, limits }).limits
  const body = await readBody(request, bodyBytes)
  if (!body.ok) return body
  const parse = (): Checked<ApiRequest> => parseRequest(body.value)
  const opened = dialect.open({ headers: request.headers, apiKey, without, place, parse })
  if (!opened.ok) return opened
  const { sent, ...headers } = opened.value
  const model = isObject(sent) && typeof sent.model === 'string' ? { model: sent.model } : {}
  const target = resolveTarget({ ...model, platform, strict, limits, ...headers })
  return { ok: true, value: { sent, target } }
}
