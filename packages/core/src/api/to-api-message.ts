import type { ApiMessage } from '@antiphon/contract'
import type { ApiViewMessage } from './finish-exchange.ts'

/** A message of the view as the API takes it: role and content, nothing of the log. */
export function toApiMessage(message: ApiViewMessage): ApiMessage {
  return { role: message.message.role, content: message.message.content }
}
