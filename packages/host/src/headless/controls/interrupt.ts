import { type Control, readText } from './control.ts'

/** Ends the turn that runs; what waits goes on waiting unless the host wants that ended too. */
export const interrupt: Control = async ({ agent, turns }, { cancel_queued: isCancelling }) => {
  turns.interrupt()
  agent.engine.interrupt()
  if (isCancelling !== true) return { still_queued: agent.engine.queued().map(({ uuid }) => uuid) }
  const cancelled = await agent.engine.cancelQueued()
  return { still_queued: [], cancelled: cancelled.map(({ uuid }) => uuid) }
}

/** Takes a prompt back that waits; one that a turn has taken up stays. */
export const cancelAsyncMessage: Control = async ({ agent }, request) => {
  const uuid = readText(request, 'message_uuid')
  return { cancelled: (await agent.engine.cancelQueued(uuid)).length > 0 }
}
