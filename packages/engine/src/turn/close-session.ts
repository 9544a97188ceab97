import { waitAtMost } from '../process/wait-at-most.ts'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'
import { endAgents } from '../subagents/end-agents.ts'

/** Ends the turn that runs and what runs in the background, lets hooks say their last words, and makes all of it durable. */
export async function closeSession(session: Session): Promise<void> {
  const { turns, conversation, inbox, services } = session
  const wasRunning = turns.isRunning()
  await turns.close()
  // What a turn leaves that did not end in time, or that came too late for it. What cannot be stored is told by the flush.
  if (wasRunning)
    await tellLater(session, [...conversation.missing(), ...inbox.takeMessages()]).catch(() => undefined)
  await endAgents(session).catch(() => undefined)
  await waitAtMost(session.background.settled(), MAX_WAIT_FOR_AGENTS_MS)
  await tellLater(session, await session.life.end())
  await services.shells?.close()
  await services.sandbox?.close()
  await session.recorder.flush()
}

/** An agent that was told to end has this long to store its last words. */
const MAX_WAIT_FOR_AGENTS_MS = 5_000
