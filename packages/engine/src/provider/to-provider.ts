import type Anthropic from '@anthropic-ai/sdk'
import type { ModelStreamEvent } from '@antiphon/core'
import type { UsageLedger } from '@antiphon/core/usage'
import { createUsageWatch } from './meter-provider.ts'
import type { Provider } from './provider.ts'

/** What the official clients of all platforms have in common. */
export type MessagesClient = Pick<Anthropic, 'messages'>

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
      // The official clients take longer to load than all of the engine: that waits until a model is asked.
      const { toProviderError } = await import('./to-provider-error.ts')
      try {
        // The contract checks what we send; the client's types name fewer fields than the API takes.
        const body = { ...request, stream: true } as unknown as Anthropic.MessageCreateParamsStreaming
        const headers = betas.length > 0 ? { headers: { 'anthropic-beta': betas.join(',') } } : {}
        const sending = client.messages.create(body, { signal, maxRetries: 0, ...headers })
        const { data: events, request_id: requestId, response } = await sending.withResponse()
        const name = requestId ?? response.headers.get(BEDROCK_REQUEST_ID)
        if (name) onRequestId?.(name)
        // Its events are the API's, and so are ours.
        for await (const sent of events) {
          const event = sent as unknown as ModelStreamEvent
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
