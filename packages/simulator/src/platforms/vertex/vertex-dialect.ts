import { encodeServerSentEvent } from '../../answer/encode-server-sent-event.ts'
import { checkBetas, readBetas } from '../../check/check-headers.ts'
import { type ApiRefusal, type Checked, refuse, toErrorBody, toErrorHeaders } from '../../check/refusal.ts'
import type { Dialect, Letter } from '../dialect.ts'
import { openCloudBody } from '../open-cloud-body.ts'

/** Google Vertex: model in the path, version in the body, the rest as the Claude API has it. */
export const vertexDialect: Dialect = {
  platform: 'vertex',
  idMark: 'vrtx',
  requestIdHeader: 'request-id',
  open(letter) {
    const caller = checkCaller(letter)
    if (!caller.ok) return caller
    const betas = checkBetas(readBetas(letter.headers), letter.without)
    if (!betas.ok) return betas
    const parsed = letter.parse()
    if (!parsed.ok) return parsed
    const { place } = letter
    return openCloudBody({
      body: parsed.value,
      place,
      firstVersion: 'vertex-2023-10-16',
      // Counting is no model's path, so there the body has to name the model.
      inPath: place.model === undefined ? [] : ['model'],
      betas: betas.value,
    })
  },
  translate: refusal => refusal,
  toErrorBody(refusal, requestId) {
    const status = GOOGLE_STATUSES.get(refusal.errorType)
    if (status === undefined) return toErrorBody(refusal, requestId)
    return { error: { code: refusal.status, message: refusal.message, status } }
  },
  toErrorHeaders,
  toAnswerHeaders: () => ({}),
  streamType: 'text/event-stream; charset=utf-8',
  createEncoder: () => encodeServerSentEvent,
}

/** What Google refuses before the API sees it, in its own shape. */
const GOOGLE_STATUSES: ReadonlyMap<string, string> = new Map([
  ['authentication_error', 'UNAUTHENTICATED'],
  ['permission_error', 'PERMISSION_DENIED'],
  ['not_found_error', 'NOT_FOUND'],
  ['rate_limit_error', 'RESOURCE_EXHAUSTED'],
])

const UNAUTHENTICATED: ApiRefusal = {
  status: 401,
  errorType: 'authentication_error',
  message:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
  rule: 'ENV-05',
}

function checkCaller({ headers, apiKey }: Letter): Checked<null> {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined || (apiKey !== undefined && token !== apiKey)) return refuse(UNAUTHENTICATED)
  return { ok: true, value: null }
}
