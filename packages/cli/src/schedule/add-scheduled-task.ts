import { relative, resolve } from 'node:path'
import { MAX_PROMPT_UNITS, type TaskState, type TaskTime } from '@antiphon/engine'
import type { Io } from '@antiphon/host'
import { createScheduleFile, createSessionSchedule, findSession, ProgramError } from '@antiphon/host'
import { type SessionKey, toSessionKey } from '@antiphon/transcript'

/** Where the schedule of a session is kept. */
export type SchedulePlace = { readonly root: string; readonly key: SessionKey }

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
