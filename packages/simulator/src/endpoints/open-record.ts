import type { EndpointCall } from '../endpoint-call.ts'
import type { RequestRecord } from '../request-log/request-record.ts'

/** What became of a request; what did not happen is left out. */
type Happening = Partial<Pick<RequestRecord, 'request' | 'status' | 'refusal' | 'fault' | 'cache' | 'answer'>>

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
      ...NOTHING_HAPPENED,
      ...(happening.refusal && { status: happening.refusal.status }),
      ...happening,
      isStream: happening.request?.stream === true,
    })
}

/** In the order in which a record is printed. */
const NOTHING_HAPPENED = {
  request: null,
  status: 200,
  refusal: null,
  fault: null,
  cache: null,
  answer: null,
}
