import type { AnswerMessage } from '../answer/answer-message.ts'
import type { CacheOutcome } from '../cache/prompt-cache.ts'
import { type Checked, refuse } from '../check/refusal.ts'
import type { EndpointCall } from '../endpoint-call.ts'
import type { Fault } from '../faults/fault.ts'
import { toFaultRefusal } from '../faults/fault-refusal.ts'
import { acceptRequest } from './accept-request.ts'
import { composeAnswer } from './compose-answer.ts'
import type { ReadRequest } from './read-request.ts'

export type AnswerRequestOptions = {
  readonly number: number
  readonly read: ReadRequest
  readonly fault: Fault | null
}

export type AnsweredRequest = {
  readonly message: AnswerMessage
  /** Milliseconds between two events. */
  readonly pace: number
  readonly cache: CacheOutcome
}

/** What a request gets: an answer, or why it gets none (a fault, the contract, a model that fails). */
export async function answerRequest(
  call: EndpointCall,
  { number, read, fault }: AnswerRequestOptions,
): Promise<Checked<AnsweredRequest>> {
  const { state } = call
  const failure = toFaultRefusal(fault)
  if (failure) return refuse(failure)
  const accepted = acceptRequest(state, read)
  if (!accepted.ok) return accepted
  const look = state.cache.look(accepted.value.request, read.target)
  const cache = look.outcome
  try {
    const { message, pace } = await composeAnswer(call, { number, accepted: accepted.value, cache, fault })
    look.write()
    return { ok: true, value: { message, pace, cache } }
  } catch (error) {
    return refuse({
      status: 500,
      errorType: 'api_error',
      message: `The simulated model failed: ${error instanceof Error ? error.message : String(error)}`,
      // A function that is wrong is still wrong when it is asked again.
      headers: { 'x-should-retry': 'false' },
    })
  }
}
