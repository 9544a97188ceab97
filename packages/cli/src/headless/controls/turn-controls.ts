import type { Controls } from './control.ts'
import { readText } from './control.ts'

/** What runs and what waits. */
export const turnControls: Controls = {
  async interrupt({ agent }, { cancel_queued: isCancelling }) {
    agent.engine.interrupt()
    if (isCancelling !== true) return { still_queued: agent.engine.queued().map(({ uuid }) => uuid) }
    const cancelled = await agent.engine.cancelQueued()
    return { still_queued: [], cancelled: cancelled.map(({ uuid }) => uuid) }
  },
  async cancel_async_message({ agent }, request) {
    const uuid = readText(request, 'message_uuid')
    return { cancelled: (await agent.engine.cancelQueued(uuid)).length > 0 }
  },
}
