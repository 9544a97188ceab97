import { createSystemMessage, type Message } from '@antiphon/core'
import type { AgentSession } from '../agents/create-agent-context.ts'
import { appendMessages } from '../query/append-messages.ts'
import { createQueryContext } from './create-query-context.ts'
import { currentOptions } from './current-options.ts'

/** Sums up the conversation because a person wants it; false where that did not work. */
export async function* compactByHand(
  session: AgentSession,
  signal: AbortSignal,
  instructions?: string,
): AsyncGenerator<Message, boolean, undefined> {
  const options = currentOptions(session)
  const context = createQueryContext({ options, state: session.state, signal, agents: null })
  const spent = session.state.budget.findEnd()
  // What a turn may use up begins anew with the next one.
  if (spent?.kind === 'usd') {
    yield* appendMessages(context, [createSystemMessage(spent.detail, 'warning')])
    return false
  }
  return yield* context.compactor.compact('manual', signal, instructions)
}
