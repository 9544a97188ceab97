import type { ApiMessage, ApiRequest, ApiTool } from '@antiphon/contract'
import { type CacheControl, type ContentBlock, isBlank, isThinkingBlock } from '@antiphon/contract'

/**
 * Places the marks up to which the API keeps the prompt: at the end of the tools, of the system prompt,
 * of this request, and of the one before. The last is where the previous request put its own mark, so
 * that it is found however many blocks were added since.
 */
export function placeCacheMarkers(
  request: ApiRequest,
  marker: CacheControl = { type: 'ephemeral' },
): ApiRequest {
  const { tools, system, messages } = request
  return {
    ...request,
    ...(tools && { tools: markLast(tools.map(unmarked), isCacheableTool, marker) }),
    ...(Array.isArray(system) && {
      system: markLast((system as readonly ContentBlock[]).map(unmarked), isCacheable, marker),
    }),
    messages: markMessages(messages, marker),
  } as ApiRequest
}

function markMessages(messages: readonly ApiMessage[], marker: CacheControl): readonly ApiMessage[] {
  const users = messages.flatMap((message, index) =>
    message.role === 'user' && canCarry(message) ? [index] : [],
  )
  const marked = new Set(users.slice(-2))
  return messages.map((message, index) => {
    if (!marked.has(index) || typeof message.content === 'string') return message
    return { ...message, content: markLast(message.content, isCacheable, marker) }
  })
}

function canCarry(message: ApiMessage): boolean {
  return typeof message.content !== 'string' && message.content.some(isCacheable)
}

function markLast<T extends object>(
  items: readonly T[],
  isMarkable: (item: T) => boolean,
  marker: CacheControl,
): readonly T[] {
  const index = items.findLastIndex(isMarkable)
  return index < 0 ? items : items.with(index, { ...(items[index] as T), cache_control: marker })
}

/** Marks that somebody else placed would add up to more than the four that the API takes. */
function unmarked<T extends object>(item: T): T {
  if (!('cache_control' in item)) return item
  const { cache_control: _, ...rest } = item
  // The mark is optional wherever it may stand.
  return rest as T
}

function isCacheable(block: ContentBlock): boolean {
  return (
    !isThinkingBlock(block) && block.type !== 'fallback' && !(block.type === 'text' && isBlank(block.text))
  )
}

/** TRF-03: a tool that is loaded later cannot carry a mark. */
function isCacheableTool(tool: ApiTool): boolean {
  return tool.defer_loading !== true
}
