import { createSystemMessage, type Message } from '@antiphon/core'
import { appendMessages } from '../query/append-messages.ts'
import type { Session } from './session.ts'
import { createTurn } from './turn.ts'

/** Sums up the conversation because a person wants it; false where that did not work. */
export async function* compactByHand(
  session: Session,
  signal: AbortSignal,
  instructions?: string,
): AsyncGenerator<Message, boolean, undefined> {
  const turn = createTurn(session, { signal })
  const spent = session.budget.findEnd()
  // What a turn may use up begins anew with the next one.
  if (spent?.kind === 'usd') {
    yield* appendMessages(turn, [createSystemMessage(spent.detail, 'warning')])
    return false
  }
  return yield* turn.compactor.compact('manual', signal, instructions)
}
