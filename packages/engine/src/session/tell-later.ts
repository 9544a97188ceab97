import type { Message } from '@antiphon/core'
import { appendSafely } from '../query/append-messages.ts'
import type { Session } from './session.ts'

/** Stores messages that come from outside the loop: at once, or, while a turn runs, where it can take them up. */
export async function tellLater(
  { options, state }: Session,
  messages: readonly Message[],
): Promise<readonly Message[]> {
  if (messages.length === 0) return messages
  if (state.turns.isRunning()) state.inbox.add(messages)
  else
    await appendSafely(
      {
        conversation: state.conversation,
        record: (messages, after) => options.recorder.record({ messages, after }),
      },
      messages,
    )
  return messages
}
