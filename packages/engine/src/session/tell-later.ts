import type { Message } from '@antiphon/core'
import { appendSafely } from '../query/append-messages.ts'
import type { Session } from './session.ts'

/** Stores messages that come from outside the loop: at once, or, while a turn runs, where it can take them up. */
export async function tellLater(session: Session, messages: readonly Message[]): Promise<readonly Message[]> {
  if (messages.length === 0) return messages
  if (session.turns.isRunning()) session.inbox.add(messages)
  else await appendSafely(session, messages)
  return messages
}
