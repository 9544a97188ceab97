import { stat } from 'node:fs/promises'
import { computeNextFire, type ScheduledTask } from '@antiphon/engine'
import { cancelTask, createScheduleFile, toScheduleRoot } from '@antiphon/host'
import { createFileStore } from '@antiphon/transcript'
import type { SchedulePlace } from './add-scheduled-task.ts'

/** A scheduled prompt, for a person and for programs. */
export type ListedTask = ScheduledTask & {
  readonly session: string
  readonly firedAt: number | null
  /** In the past where it was missed. */
  readonly nextAt: number
}

/** What is still to be said in these places, or in all sessions below the roots; the next first. */
export async function listScheduledTasks(
  roots: readonly string[],
  places: readonly SchedulePlace[] | null = null,
): Promise<readonly ListedTask[]> {
  const listed: ListedTask[] = []
  for (const { root, key } of places ?? (await findPlaces(roots)))
    for (const { task, firedAt } of await createScheduleFile(root, key).read()) {
      const nextAt = computeNextFire({ task, firedAt })
      if (nextAt !== null) listed.push({ ...task, session: key.session, firedAt, nextAt })
    }
  return listed.sort((a, b) => a.nextAt - b.nextAt)
}

/** Calls a task off, in whichever session it is; null where there is none. */
export async function cancelScheduledTask(roots: readonly string[], id: string): Promise<ListedTask | null> {
  for (const place of await findPlaces(roots)) {
    const task = (await listScheduledTasks([], [place])).find(listed => listed.id === id)
    const file = createScheduleFile(place.root, place.key)
    if (task && (await file.change(tasks => cancelTask(tasks, id, Date.now())))) return task
  }
  return null
}

async function findPlaces(roots: readonly string[]): Promise<readonly SchedulePlace[]> {
  const places: SchedulePlace[] = []
  for (const root of roots) {
    const folder = toScheduleRoot(root)
    if (!(await stat(folder).catch(() => null))) continue
    for await (const { key } of createFileStore({ root: folder }).list()) places.push({ root, key })
  }
  return places
}
