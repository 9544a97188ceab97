import type { Stage } from './carry-out.ts'
import type { Task } from './task.ts'

/** A task, and whether it waits for the one before it. */
export type OrderedTask = { readonly task: Task; readonly isNext: boolean }

/** Puts tasks that only look beside each other, unless one waits for the other. */
export function toStages(tasks: readonly OrderedTask[]): readonly Stage[] {
  const stages: Task[][] = []
  for (const { task, isNext } of tasks) {
    const stage = stages.at(-1)
    const isBeside =
      !isNext && task.isReading && !task.needsPrevious && stage?.every(other => other.isReading)
    if (stage && isBeside) stage.push(task)
    else stages.push([task])
  }
  return stages
}
