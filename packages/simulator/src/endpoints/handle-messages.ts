import type { EndpointCall } from '../endpoint-call.ts'
import { sendJson, sendRefusal } from '../http/send.ts'
import { waitWhileOpen } from '../http/wait-while-open.ts'
import { answerRequest } from './answer-request.ts'
import { openRecord } from './open-record.ts'
import { readRequest } from './read-request.ts'
import { streamAnswer } from './stream-answer.ts'

/** `POST /v1/messages`: read, maybe fail on purpose, answer, take down, send. */
export async function handleMessages(call: EndpointCall): Promise<void> {
  const { state, response, dialect } = call
  const number = state.nextNumber()
  const record = openRecord(call, number)
  const read = await readRequest(call)
  if (!read.ok) {
    record({ refusal: dialect.translate(read.refusal) })
    return sendRefusal(call, read.refusal)
  }
  const { sent, target } = read.value
  const fault = state.faults.next({ number, model: target.model, random: state.random })
  if (fault?.kind === 'timeout') {
    record({ request: sent, fault, status: 0 })
    await waitWhileOpen(response, fault.milliseconds)
    response.destroy()
    return
  }
  const answered = await answerRequest(call, { number, read: read.value, fault })
  if (response.destroyed) return record({ request: sent, fault, status: 0 })
  if (!answered.ok) {
    record({ request: sent, fault, refusal: dialect.translate(answered.refusal) })
    return sendRefusal(call, answered.refusal)
  }
  const { message, pace, cache } = answered.value
  record({ request: sent, fault, cache, answer: message })
  for (const [name, value] of Object.entries(dialect.toAnswerHeaders(message, state.clock.now())))
    response.setHeader(name, value)
  if (sent.stream === true) await streamAnswer({ response, dialect, message, fault, pace })
  else sendJson(response, 200, message)
}
