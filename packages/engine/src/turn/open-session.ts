import { isAssistantMessage, isMetaMessage, isUserMessage, type Message } from '@antiphon/core'
import { appendMessages, appendSafely } from '../query/append-messages.ts'
import { closeLastWord } from '../session/close-last-word.ts'
import { isOfCommand } from '../session/create-local-command-messages.ts'
import { isLocalCommandMessage } from '../session/is-command-message.ts'
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
