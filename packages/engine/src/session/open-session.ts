import { isAssistantMessage, isMetaMessage, isUserMessage, type Message } from '@antiphon/core'
import { isCommandMessage } from '../commands/is-command-message.ts'
import { appendMessages, appendSafely } from '../query/append-messages.ts'
import type { QueryContext } from '../query/query-context.ts'
import { closeLastWord } from './close-last-word.ts'
import type { SessionState } from './session-state.ts'

/** What a session begins or goes on with, before the first prompt or command of this program; nothing before the others. */
export async function* openSession(
  context: QueryContext,
  { conversation, life, model }: Pick<SessionState, 'conversation' | 'life' | 'model'>,
): AsyncGenerator<Message, void, undefined> {
  const lacking = life.isNew() && hasBegun(conversation.messages()) ? closeLastWord(conversation) : []
  // It keeps the order of voices; nobody has to hear of it.
  if (lacking.length > 0) await appendSafely(context, lacking)
  yield* appendMessages(context, await life.start(model(), context.signal))
}

/** Whether somebody spoke to the model: local commands may come before the first prompt, and begin no conversation. */
export function hasBegun(messages: readonly Message[]): boolean {
  return messages.some(isSpoken)
}

function isSpoken(message: Message): boolean {
  if (isAssistantMessage(message)) return true
  return isUserMessage(message) && !isMetaMessage(message) && !isCommandMessage(message)
}
