import type { Message } from '@antiphon/core'
import type { AgentSession } from '../agents/create-agent-context.ts'
import { createQueryContext } from './create-query-context.ts'
import { currentOptions } from './current-options.ts'

/** Sums up the conversation because a person wants it; false where that did not work. */
export async function* compactByHand(
  session: AgentSession,
  signal: AbortSignal,
  instructions?: string,
): AsyncGenerator<Message, boolean, undefined> {
  const options = currentOptions(session)
  const { compactor } = createQueryContext({ options, state: session.state, signal, agents: null })
  return yield* compactor.compact('manual', signal, instructions)
}
