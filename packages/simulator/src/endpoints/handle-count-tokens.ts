import { estimateTokens } from '@antiphon/core/usage'
import { checkCountFields } from '../check/check-count-fields.ts'
import type { Checked } from '../check/refusal.ts'
import type { EndpointCall } from '../endpoint-call.ts'
import { sendJson, sendRefusal } from '../http/send.ts'
import { findReferencedDefinitions, isLoadedTool } from '../tokens/loaded-tools.ts'
import { acceptRequest } from './accept-request.ts'
import { type ReadRequest, readRequest } from './read-request.ts'

/** `POST /v1/messages/count_tokens`: the same checks as for an answer, and then only the count. */
export async function handleCountTokens(call: EndpointCall): Promise<void> {
  const sent = await readCountRequest(call)
  const accepted = sent.ok ? acceptRequest(call.state, sent.value) : sent
  if (!accepted.ok) {
    sendRefusal(call, accepted.refusal)
    return
  }
  const { tools = [], system, messages } = accepted.value.request
  const referenced = messages.map(({ content }) => findReferencedDefinitions(content, tools))
  const read = [tools.filter(isLoadedTool), system, messages, referenced]
  sendJson(call.response, 200, { input_tokens: estimateTokens(read) })
}

/** The endpoint takes no `max_tokens`; the contract asks for one. */
async function readCountRequest(call: EndpointCall): Promise<Checked<ReadRequest>> {
  const read = await readRequest(call)
  if (!read.ok) return read
  const checked = checkCountFields(read.value.sent)
  if (!checked.ok && !call.state.without.has('ENV-10')) return checked
  return { ok: true, value: { ...read.value, sent: withMaxTokens(read.value.sent) } }
}

function withMaxTokens<T>(sent: T): T {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { max_tokens: 1, ...sent } : sent
}
