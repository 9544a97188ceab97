import type { ApiRequest } from '@antiphon/contract'
import { type AnswerMessage, toAnswerMessage } from '../answer/answer-message.ts'
import { identifyBlocks } from '../answer/identify-blocks.ts'
import type { CacheOutcome } from '../cache/prompt-cache.ts'
import type { EndpointCall } from '../endpoint-call.ts'
import type { Fault } from '../faults/fault.ts'
import { spoilAnswer } from '../faults/spoil-answer.ts'
import { waitWhileOpen } from '../http/wait-while-open.ts'
import type { Answer } from '../model/simulated-model.ts'
import { BINDING_BETA } from '../thinking/binding-refusals.ts'
import type { AcceptedRequest } from './accept-request.ts'

export type ComposeAnswerOptions = {
  readonly number: number
  readonly accepted: AcceptedRequest
  readonly cache: CacheOutcome
  readonly fault: Fault | null
}

/** Asks the model and makes a whole message of what it says: ids, signatures, stop reason, usage. */
export async function composeAnswer(
  { state, response }: Pick<EndpointCall, 'state' | 'response'>,
  { number, accepted, cache, fault }: ComposeAnswerOptions,
): Promise<{ readonly message: AnswerMessage; readonly pace: number }> {
  const { request, target, transformations } = accepted
  const said = await askModel({ state, response }, { number, request })
  const answer = spoilAnswer(said, fault)
  const content = state.seal.sign(identifyBlocks(answer.blocks, state.newId), { request, target })
  if (answer.stopReason === 'pause_turn') state.paused.add(content)
  if (answer.delay !== undefined) await waitWhileOpen(response, answer.delay)
  const message = toAnswerMessage({
    id: state.newId('msg'),
    request,
    answersAs: state.model.answersAs,
    answer,
    content,
    cache,
    transformations: target.betas.includes(BINDING_BETA) ? transformations : [],
  })
  return { message, pace: answer.pace ?? 0 }
}

async function askModel(
  { state, response }: Pick<EndpointCall, 'state' | 'response'>,
  { number, request }: { readonly number: number; readonly request: ApiRequest },
): Promise<Answer> {
  const gone = new AbortController()
  const abort = (): void => gone.abort()
  response.once('close', abort)
  try {
    return await state.model.answer(request, { number, random: state.random, signal: gone.signal })
  } finally {
    // Every response closes in the end, and an abort that nobody hears costs as much as all the rest here.
    response.off('close', abort)
  }
}
