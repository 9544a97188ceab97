import type { ApiRequest, Platform } from '@antiphon/contract'
import type { ModelStreamEvent } from '@antiphon/core'

/** Who answers requests: the API, one of its other platforms, or a simulator. */
export interface Provider {
  readonly platform: Platform
  /** What a person is told: `Anthropic API`, `demo model (no key)`. */
  readonly name: string
  /** Streams an answer. A refusal before the first event, and a stream that breaks, throw a `ProviderError`. */
  stream(request: ApiRequest, options: StreamOptions): AsyncIterable<ModelStreamEvent>
}

export type StreamOptions = {
  readonly signal: AbortSignal
  readonly betas?: readonly string[]
  /** Hears the API's name of the request (`req_…`) before the first event. */
  readonly onRequestId?: (requestId: string) => void
}
