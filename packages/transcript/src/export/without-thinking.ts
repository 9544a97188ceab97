import { isObject } from '@antiphon/contract'
import type { TranscriptEntry } from '@antiphon/core'

/** Messages without what the model thought; one that held nothing else is gone. */
export function withoutThinking(messages: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  return messages.flatMap(message => {
    if (message.type !== 'assistant') return [message]
    const inner: unknown = message.message
    const content: unknown = isObject(inner) ? inner.content : undefined
    if (!Array.isArray(content) || !content.some(isThought)) return [message]
    const rest = content.filter(block => !isThought(block))
    // Only blocks were taken out: the message is of the type that it was.
    return rest.length === 0
      ? []
      : [{ ...message, message: { ...message.message, content: rest } } as TranscriptEntry]
  })
}

function isThought(block: unknown): boolean {
  return isObject(block) && (block.type === 'thinking' || block.type === 'redacted_thinking')
}
