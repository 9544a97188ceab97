import {
  createAssistantMessage,
  isAssistantMessage,
  isUserMessage,
  type Message,
  NO_RESPONSE_REQUESTED,
} from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import type { Conversation } from '../conversation/conversation.ts'

/**
 * The answer that a session lacks which ended on somebody's word: a prompt that a crash left alone, a command that ran
 * here, an interruption. It goes on with another word, and the model shall not answer the old one. Results of calls
 * wait for no such answer: the model goes on from them.
 */
export function closeLastWord(conversation: Pick<Conversation, 'messages' | 'missing'>): readonly Message[] {
  const last = conversation.messages().findLast(isWord)
  if (!last || isAssistantMessage(last)) return []
  if (isUserMessage(last) && last.isCompactSummary === true) return []
  if (blocksOf(last).some(({ type }) => type === 'tool_result')) return []
  // Behind an answer nobody would look for calls any more that a crash left open.
  return [...conversation.missing(), createAssistantMessage({ content: NO_RESPONSE_REQUESTED })]
}

/** What the model reads as a turn; attachments only stand beside one. */
function isWord(message: Message): boolean {
  if (message.type === 'system') return message.subtype === 'local_command'
  return isUserMessage(message) || isAssistantMessage(message)
}
