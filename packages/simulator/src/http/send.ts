import type { ServerResponse } from 'node:http'
import type { ApiRefusal } from '../check/refusal.ts'
import type { EndpointCall } from '../endpoint-call.ts'

/** Sends a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

/** Sends an error as the platform of the route does. */
export function sendRefusal(
  { response, requestId, dialect }: Pick<EndpointCall, 'response' | 'requestId' | 'dialect'>,
  refusal: ApiRefusal,
): void {
  const translated = dialect.translate(refusal)
  for (const [name, value] of Object.entries(dialect.toErrorHeaders(translated)))
    response.setHeader(name, value)
  sendJson(response, translated.status, dialect.toErrorBody(translated, requestId))
}
