import { isChainParticipant, type Message, type UUID } from '@antiphon/core'
import type { QueryContext } from './query-context.ts'

/** Puts messages behind the conversation, stores them, and tells them when they are safe. */
export async function* appendMessages(
  context: Pick<QueryContext, 'conversation' | 'record'>,
  messages: readonly Message[],
): AsyncGenerator<Message, void, undefined> {
  if (messages.length === 0) return
  await appendSafely(context, messages)
  yield* messages
}

/** The same without telling them. */
export async function appendSafely(
  { conversation, record }: Pick<QueryContext, 'conversation' | 'record'>,
  messages: readonly Message[],
): Promise<void> {
  const after = lastUuid(conversation.messages())
  for (const message of messages) if (message.type !== 'progress') conversation.append(message)
  await record(messages, after)
}

/** Where the next message hangs. */
export function lastUuid(messages: readonly Message[]): UUID | undefined {
  return messages.findLast(isChainParticipant)?.uuid
}
