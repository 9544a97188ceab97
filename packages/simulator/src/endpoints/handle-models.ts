import { MODELS } from '@antiphon/contract'
import { checkHeaders } from '../check/check-headers.ts'
import { type Checked, refuse } from '../check/refusal.ts'
import type { EndpointCall } from '../endpoint-call.ts'
import { sendJson, sendRefusal } from '../http/send.ts'
import { decodePathPart } from '../platforms/decode-path-part.ts'

/** `GET /v1/models` and `/v1/models/{id}`. */
export function handleModels(call: EndpointCall): void {
  const { state, request, response } = call
  const headers = checkHeaders(request.headers, state)
  const found = headers.ok ? findModels(request.url ?? '/') : headers
  if (found.ok) sendJson(response, 200, found.value)
  else sendRefusal(call, found.refusal)
}

function findModels(url: string): Checked<unknown> {
  const { pathname } = new URL(url, 'http://simulator')
  const part = pathname.slice('/v1/models/'.length)
  const models = Object.keys(MODELS).map(toModel)
  if (part === '') {
    const ends = { first_id: models[0]?.id ?? null, last_id: models.at(-1)?.id ?? null }
    return { ok: true, value: { data: models, has_more: false, ...ends } }
  }
  const id = decodePathPart(part) ?? part
  const model = models.find(candidate => candidate.id === id)
  return model
    ? { ok: true, value: model }
    : refuse({ status: 404, errorType: 'not_found_error', message: `model: ${id}`, rule: 'ENV-08' })
}

function toModel(id: string): { readonly id: string; readonly [field: string]: unknown } {
  return { type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }
}
