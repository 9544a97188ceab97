import type { TextBlock } from '../message/content-block.ts'
import { placeCacheMarkers } from './cache-markers.ts'
import type { ApiRequest, ApiTool } from './contract/api-request.ts'
import { type ApiTargetOptions, resolveTarget } from './contract/api-target.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
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
  const system: readonly TextBlock[] = options.system ? [{ type: 'text', text: options.system }] : []
  const request: ApiRequest = {
    model: target.model,
    max_tokens: options.maxTokens ?? target.modelFacts.maxOutput,
    ...(system.length > 0 && { system }),
    ...(options.tools && options.tools.length > 0 && { tools: options.tools }),
    messages: messages.map(toApiMessage),
  }
  return options.cache === false ? request : placeCacheMarkers(request)
}
