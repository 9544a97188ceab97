import type { ApiRequest, ApiTool } from '@antiphon/contract'
import { type ApiTargetOptions, isBlank, resolveTarget } from '@antiphon/contract'
import { placeCacheMarkers } from './cache-markers.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import { replaceHalves } from './steps/well-formed-strings.ts'
import { toApiMessage } from './to-api-message.ts'

export type BuildApiRequestOptions = ApiTargetOptions & {
  readonly system?: string
  readonly tools?: readonly ApiTool[]
  readonly maxTokens?: number
  /** Places the cache marks; on by default. */
  readonly cache?: boolean
}

/** What `POST /v1/messages` gets: the view's messages, with prompt, tools and cache marks around them. */
export function buildApiRequest(
  messages: readonly ApiViewMessage[],
  options: BuildApiRequestOptions = {},
): ApiRequest {
  const target = resolveTarget(options)
  const { system = '', tools = [] } = options
  const request: ApiRequest = {
    model: target.model,
    max_tokens: options.maxTokens ?? target.modelFacts.maxOutput,
    ...(!isBlank(system) && { system: [{ type: 'text', text: replaceHalves(system) }] }),
    ...(tools.length > 0 && { tools }),
    messages: messages.map(toApiMessage),
  }
  return options.cache === false ? request : placeCacheMarkers(request)
}
