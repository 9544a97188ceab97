import { modelFacts } from '@antiphon/contract'
import { isAssistantMessage, isUserMessage, type Message } from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'

/** The end of a conversation that a compaction keeps word for word: from the last prompt on, if that is short. */
export function findKeptTail(messages: readonly Message[], model: string): readonly Message[] {
  const start = messages.findLastIndex(isPrompt)
  if (start <= 0) return []
  const tail = messages.slice(start).filter(message => message.type !== 'progress')
  const isShort = JSON.stringify(tail).length <= MAX_UNITS
  // Thinking is bound to what stood before it, and that is about to change.
  const isBound = modelFacts(model).prefixCheck === true && tail.some(hasThinking)
  return isShort && !isBound ? tail : []
}

const MAX_UNITS = 40_000

function isPrompt(message: Message): boolean {
  if (!isUserMessage(message) || message.isMeta === true || message.isCompactSummary === true) return false
  return !blocksOf(message).some(({ type }) => type === 'tool_result')
}

function hasThinking(message: Message): boolean {
  return (
    isAssistantMessage(message) &&
    blocksOf(message).some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  )
}
