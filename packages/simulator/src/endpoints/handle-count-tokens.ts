import { sendJson, sendRefusal } from '../http/send.ts'
import { countTokens } from '../tokens/count-tokens.ts'
import { acceptRequest } from './accept-request.ts'
import type { EndpointCall } from './endpoint.ts'
import { readRequest } from './read-request.ts'

/** `POST /v1/messages/count_tokens`: the same checks as for an answer, and then only the count. */
export async function handleCountTokens(call: EndpointCall): Promise<void> {
  const read = await readRequest(call)
  // The endpoint takes no `max_tokens`; the contract asks for one.
  const accepted = read.ok
    ? acceptRequest(call.state, { ...read.value, sent: withMaxTokens(read.value.sent) })
    : read
  if (!accepted.ok) {
    sendRefusal(call, accepted.refusal)
    return
  }
  const { tools, system, messages } = accepted.value.request
  sendJson(call.response, 200, { input_tokens: countTokens([tools, system, messages]) })
}

function withMaxTokens<T>(sent: T): T {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { max_tokens: 1, ...sent } : sent
}
