import { waitAtMost } from '../process/wait-at-most.ts'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'
import { endAgents } from '../subagents/end-agents.ts'

/** Ends the turn that runs and what runs in the background, lets hooks say their last words, and makes all of it durable. */
export async function closeSession(session: Session): Promise<void> {
  const { options, state } = session
  const wasRunning = state.turns.isRunning()
  await state.turns.close()
  // What cannot be stored is told by the flush.
  if (wasRunning) await tellLater(session, unanswered(session)).catch(() => undefined)
  await endAgents(session).catch(() => undefined)
  await waitAtMost(state.background.settled(), MAX_WAIT_FOR_AGENTS_MS)
  await tellLater(session, await state.life.end())
  await state.services.shells?.close()
  await state.services.sandbox?.close()
  await options.recorder.flush()
}

/** What a turn leaves that did not end in time, or that came too late for it. */
function unanswered({ state }: Session): Parameters<typeof tellLater>[1] {
  return [...state.conversation.missing(), ...state.inbox.takeMessages()]
}

/** An agent that was told to end has this long to store its last words. */
const MAX_WAIT_FOR_AGENTS_MS = 5_000
