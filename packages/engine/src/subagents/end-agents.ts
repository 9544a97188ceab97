import { createAgentsKilledMessage } from '@antiphon/core'
import { createEndedTaskMessage } from '../agents/find-lost-agents.ts'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'

/** Ends one agent in the background, or all of them, and says so in the conversation; false where none was running. */
export async function endAgents(session: Session, taskId?: string): Promise<boolean> {
  const ended = session.background.end(taskId)
  if (ended.length === 0) return false
  await tellLater(session, [
    createAgentsKilledMessage(ended.map(task => task.taskId)),
    ...ended.map(createEndedTaskMessage),
  ])
  return true
}
