import { isObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'

/** A subagent or a command beside the talk that goes on. */
export type RunningTask = {
  readonly id: string
  readonly description: string
  /** What it does now, where it says so. */
  readonly activity: string
  readonly calls: number
  readonly startedAt: number
}

/** The tasks after an event; one that told its end is not among them. */
export function followTasks(
  tasks: readonly RunningTask[],
  event: WireEvent,
  now: number,
): readonly RunningTask[] {
  if (event.type !== 'system' || !('task_id' in event) || typeof event.task_id !== 'string') return tasks
  const id = event.task_id
  const others = tasks.filter(task => task.id !== id)
  const known = tasks.find(task => task.id === id)
  const words = 'description' in event && typeof event.description === 'string' ? event.description : ''
  switch (event.subtype) {
    case 'task_started':
      return [...others, { id, description: words, activity: '', calls: 0, startedAt: now }]
    case 'task_progress': {
      const usage: unknown = 'usage' in event ? event.usage : undefined
      const calls = isObject(usage) && typeof usage.tool_uses === 'number' ? usage.tool_uses : 0
      return tasks.map(task => (task === known ? { ...task, activity: words, calls } : task))
    }
    case 'task_notification':
      return others
    default:
      return tasks
  }
}
