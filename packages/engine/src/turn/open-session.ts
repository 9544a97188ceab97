import {
  createAssistantMessage,
  isAssistantMessage,
  isMetaMessage,
  isUserMessage,
  type Message,
  NO_RESPONSE_REQUESTED,
} from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import type { LiveConversation } from '../conversation/conversation.ts'
import { appendMessages, appendSafely } from '../query/append-messages.ts'
import { isLocalCommandMessage, isOfCommand } from '../session/command-messages.ts'
import type { Turn } from '../session/turn.ts'

/**
 * What a session begins or goes on with, before the first prompt or local command of this program; nothing before the
 * others. A command behind commands leaves the last word open: all of them are for the next prompt to close.
 */
export async function* openSession(
  turn: Turn,
  next: 'prompt' | 'command',
): AsyncGenerator<Message, void, undefined> {
  const { conversation, life, model, signal } = turn
  const messages = conversation.messages()
  const goesOn = life.isNew() && hasBegun(messages) && !(next === 'command' && endsWithCommand(messages))
  const lacking = goesOn ? closeLastWord(conversation) : []
  // It keeps the order of voices; nobody has to hear of it.
  if (lacking.length > 0) await appendSafely(turn, lacking)
  yield* appendMessages(turn, await life.start(model, signal))
}

function endsWithCommand(messages: readonly Message[]): boolean {
  const last = messages.findLast(message => isOfCommand(message) || isSpoken(message))
  return last !== undefined && isOfCommand(last)
}

/** Whether somebody spoke to the model: local commands may come before the first prompt, and begin no conversation. */
export function hasBegun(messages: readonly Message[]): boolean {
  return messages.some(isSpoken)
}

function isSpoken(message: Message): boolean {
  if (isAssistantMessage(message)) return true
  return isUserMessage(message) && !isMetaMessage(message) && !isLocalCommandMessage(message)
}

/**
 * The answer that a session lacks which ended on somebody's word: a prompt that a crash left alone, a command that ran
 * here, an interruption. It goes on with another word, and the model shall not answer the old one. Results of calls
 * wait for no such answer: the model goes on from them.
 */
export function closeLastWord(
  conversation: Pick<LiveConversation, 'messages' | 'missing'>,
): readonly Message[] {
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
