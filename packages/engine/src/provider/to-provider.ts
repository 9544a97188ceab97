import type { ModelStreamEvent } from '@antiphon/core'
import type { UsageLedger } from '@antiphon/core/usage'
import { createUsageWatch } from './meter-provider.ts'
import type { Provider } from './provider.ts'
import { toProviderError } from './to-provider-error.ts'

/** What the official clients of all platforms have in common, in types of our own: no client need be there. */
export type MessagesClient = {
  // Parameters that nothing fits: which fields its types name is each version's own affair.
  readonly messages: { readonly create: (body: never, options: never) => unknown }
}

/** What a client gives for a streamed request. */
type SentRequest = {
  readonly withResponse: () => Promise<{
    readonly data: AsyncIterable<unknown>
    readonly request_id?: string | null
    readonly response: { readonly headers: Pick<Headers, 'get'> }
  }>
}

type StreamMessages = (body: object, options: object) => SentRequest

/** Makes a provider of an official client; it writes down what every answer uses where it is given a ledger. */
export function toProvider(
  options: Pick<Provider, 'platform' | 'name'> & {
    readonly client: MessagesClient
    readonly spending?: UsageLedger | undefined
  },
): Provider {
  const { client, platform, name, spending } = options
  return {
    platform,
    name,
    async *stream(request, { signal, betas = [], onRequestId }) {
      const count = spending && createUsageWatch(spending)
      try {
        // The contract checks what we send; the client's types name fewer fields than the API takes.
        const create = client.messages.create.bind(client.messages) as StreamMessages
        const headers = betas.length > 0 ? { headers: { 'anthropic-beta': betas.join(',') } } : {}
        const sending = create({ ...request, stream: true }, { signal, maxRetries: 0, ...headers })
        const { data: events, request_id: requestId, response } = await sending.withResponse()
        const name = requestId ?? response.headers.get(BEDROCK_REQUEST_ID)
        if (name) onRequestId?.(name)
        // Its events are the API's, and so are ours.
        for await (const sent of events) {
          const event = sent as ModelStreamEvent
          count?.(event)
          yield event
        }
      } catch (error) {
        throw toProviderError(error, signal)
      }
    },
  }
}

/** Where Bedrock names a request; the others do it as the API does. */
const BEDROCK_REQUEST_ID = 'x-amzn-requestid'
