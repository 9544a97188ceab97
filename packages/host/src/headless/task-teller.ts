import { fireDueTasks, startScheduleClock } from '../schedule/fire-due-tasks.ts'
import type { HeadlessSession } from './headless-session.ts'
import { tellHost } from './to-host-events.ts'

/** Says scheduled prompts between two turns. */
interface TaskTeller {
  /** Queues what is due; true where something was. Prompts that wait for a person's word come first. */
  fire(isHeld: boolean): Promise<boolean>
  close(): void
}

/** `onDue` is called while something is due. What cannot be stored is told once. */
export function createTaskTeller(
  session: HeadlessSession,
  { tell, onDue }: { readonly tell: (problem: string) => Promise<void>; readonly onDue: () => void },
): TaskTeller {
  const { engine, schedule, recording } = session.agent
  const openedAt = Date.now()
  let trouble = ''
  return {
    async fire(isHeld) {
      if (isHeld && engine.queued().length > 0) return false
      try {
        const onFire = (message: Parameters<typeof tellHost>[1]): Promise<void> => tellHost(session, message)
        return (await fireDueTasks({ schedule, engine, logPath: recording.path, openedAt, onFire })) > 0
      } catch (error) {
        const words = `scheduled prompts: ${error instanceof Error ? error.message : String(error)}`
        if (words !== trouble) await tell(words)
        trouble = words
        return false
      }
    },
    close: startScheduleClock(schedule, onDue),
  }
}
