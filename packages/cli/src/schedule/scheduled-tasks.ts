import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { oneLine } from '@antiphon/core/ui'
import {
  computeNextFire,
  describeTaskTime,
  formatMoment,
  MAX_PROMPT_UNITS,
  type ScheduledTask,
  type TaskState,
  type TaskTime,
} from '@antiphon/engine'
import {
  cancelTask,
  createScheduleFile,
  createSessionSchedule,
  findSession,
  type Io,
  ProgramError,
  toScheduleRoot,
} from '@antiphon/host'
import { createFileStore, type SessionKey, toSessionKey } from '@antiphon/transcript'
import { formatTable } from '../terminal/format-table.ts'

/** Where the schedule of a session is kept. */
type SchedulePlace = { readonly root: string; readonly key: SessionKey }

/** The place of the session that a person means. */
export async function findSchedulePlace(argument: string, io: Io): Promise<SchedulePlace> {
  const { path, root } = await findSession(argument, io)
  const key = root === null ? null : toSessionKey(relative(resolve(root, 'projects'), resolve(path)))
  if (root === null || !key || key.subpath !== undefined)
    throw new ProgramError('wrong-use', `${path} is no session that can go on. \`antiphon ls\` lists them.`)
  return { root, key }
}

/** Schedules a prompt; it is safe when that resolves. */
export async function addScheduledTask(
  { root, key }: SchedulePlace,
  { prompt, time }: { readonly prompt: string; readonly time: TaskTime },
): Promise<TaskState> {
  if (prompt.trim() === '') throw new ProgramError('wrong-use', 'There is nothing in the prompt.')
  if (prompt.length > MAX_PROMPT_UNITS)
    throw new ProgramError('wrong-use', `The prompt is too long: at most ${MAX_PROMPT_UNITS} characters.`)
  const schedule = createSessionSchedule(createScheduleFile(root, key))
  try {
    return await schedule.add({ prompt, time }, { isDurable: true })
  } catch (error) {
    throw new ProgramError('unwritable', error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

/** A scheduled prompt, for a person and for programs. */
type ListedTask = ScheduledTask & {
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

/** What is still to be said, a line each. */
export function formatSchedule(tasks: readonly ListedTask[], now: number): readonly string[] {
  if (tasks.length === 0) return ['Nothing is scheduled.']
  const rows = tasks.map(({ id, session, time, nextAt, prompt }) =>
    [
      id,
      session.slice(0, 8),
      nextAt < now ? `missed at ${formatMoment(nextAt)}` : formatMoment(nextAt),
      describeTaskTime(time),
      oneLine(prompt, 80),
    ].map(text => ({ text: oneLine(text, 120) })),
  )
  const headings = ['id', 'session', 'next', 'when', 'prompt'].map(text => ({ text }))
  return formatTable({ rows: [headings, ...rows], align: 'lllll', gap: 2 })
}

/** What was scheduled just now. */
export function formatScheduled(state: TaskState): readonly string[] {
  const next = computeNextFire(state)
  const { id, time } = state.task
  return [
    `Scheduled ${id}, ${describeTaskTime(time)}; next ${next === null ? 'never' : formatMoment(next)}.`,
    'It is said while a program runs the session: the window (antiphon open), or -p with stream-json.',
  ]
}
