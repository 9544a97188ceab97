import { isObject } from '@antiphon/contract'
import { isSystemLocalCommandMessage, isToolUseResultMessage } from '../message/message-guards.ts'

/**
 * Moves attachments up, so that context stands before the words that it belongs to, until they meet
 * a tool result, an answer or the output of a local command.
 */
export function reorderAttachmentsForAPI<M>(messages: readonly M[]): readonly M[] {
  return reorderAttachments(messages, message => message)
}

/** The same for things that hold a message. */
export function reorderAttachments<T>(items: readonly T[], toMessage: (item: T) => unknown): readonly T[] {
  if (items.length < 2 || !items.some(item => isType(toMessage(item), 'attachment'))) return items
  const reversed: T[] = []
  let rising: T[] = []
  for (const item of items.toReversed()) {
    const message = toMessage(item)
    if (isType(message, 'attachment')) {
      rising.push(item)
      continue
    }
    if (stopsAttachments(message)) {
      for (const attachment of rising) reversed.push(attachment)
      rising = []
    }
    reversed.push(item)
  }
  return [...rising.toReversed(), ...reversed.toReversed()]
}

function stopsAttachments(message: unknown): boolean {
  return (
    isType(message, 'assistant') || isToolUseResultMessage(message) || isSystemLocalCommandMessage(message)
  )
}

function isType(message: unknown, type: string): boolean {
  return isObject(message) && message.type === type
}
