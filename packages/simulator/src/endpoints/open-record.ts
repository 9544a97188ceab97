import type { ApiRequest } from '@antiphon/contract'
import type { AnswerMessage } from '../answer/answer-message.ts'
import type { CacheOutcome } from '../cache/prompt-cache.ts'
import type { Refusal } from '../check/refusal.ts'
import type { EndpointCall } from '../endpoint-call.ts'
import type { Fault } from '../faults/fault.ts'

/** What became of a request; what did not happen is left out. */
export type Happening = {
  readonly request?: ApiRequest
  readonly status?: number
  readonly refusal?: Refusal
  readonly fault?: Fault | null
  readonly cache?: CacheOutcome
  readonly answer?: AnswerMessage
}

/** Begins the record of a request when it comes in; the function that it gives finishes it. */
export function openRecord(
  { state, request, requestId }: EndpointCall,
  number: number,
): (happening: Happening) => void {
  const receivedAt = new Date(state.clock.now()).toISOString()
  return happening =>
    state.log.add({
      number,
      requestId,
      receivedAt,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      request: happening.request ?? null,
      status: happening.status ?? happening.refusal?.status ?? 200,
      refusal: happening.refusal ?? null,
      fault: happening.fault ?? null,
      cache: happening.cache ?? null,
      answer: happening.answer ?? null,
      isStream: happening.request?.stream === true,
    })
}
