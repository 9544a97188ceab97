import { type ContentBlock, isObject } from '@antiphon/contract'
import { isAssistantMessage, isUserMessage, type Message } from '@antiphon/core'

/** The blocks of a message as far as they are blocks: a log may hold anything. A text alone has none. */
export function blocksOf(message: Message): readonly ContentBlock[] {
  if (!isAssistantMessage(message) && !isUserMessage(message)) return []
  const content: unknown = message.message.content
  // An object is taken for the block that its type names, as everywhere else.
  return Array.isArray(content) ? (content.filter(isObject) as unknown as readonly ContentBlock[]) : []
}
