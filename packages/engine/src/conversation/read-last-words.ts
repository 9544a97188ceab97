import { isAssistantMessage, type Message } from '@antiphon/core'
import { blocksOf } from './blocks-of.ts'

/** The texts of the last answer that has any. */
export function readLastWords(messages: readonly Message[]): string {
  const isWords = (message: Message): boolean =>
    isAssistantMessage(message) &&
    message.isMeta !== true &&
    blocksOf(message).some(({ type }) => type === 'text')
  const last = messages.findLast(isWords)
  if (!last || !isAssistantMessage(last)) return ''
  return messages
    .flatMap(message =>
      isAssistantMessage(message) && message.message.id === last.message.id
        ? blocksOf(message).flatMap(block => (block.type === 'text' ? [block.text] : []))
        : [],
    )
    .join('\n')
}
