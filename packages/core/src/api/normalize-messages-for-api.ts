import { createApiView, type NormalizeOptions } from './create-api-view.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import type { Report } from './repair.ts'
import type { Tools } from './tools.ts'

/**
 * What the model reads of a history: messages that the API accepts, whatever the history looks like.
 * It is the fold of `createApiView`; each change goes to `options.report`.
 */
export function normalizeMessagesForAPI(
  messages: readonly unknown[],
  tools: Tools = [],
  options: NormalizeOptions & { readonly report?: Report } = {},
): readonly ApiViewMessage[] {
  const view = createApiView(tools, options)
  for (const message of messages) view.append(message)
  const normalized = view.messages()
  if (options.report) view.repairs().forEach(options.report)
  return normalized
}
