import { randomBytes } from 'node:crypto'
import { computeNextFire, MAX_TASKS, type Schedule, type TaskState } from '@antiphon/engine'
import type { ScheduleFile } from './schedule-file.ts'

/** A session's schedule while a program runs the session. */
export interface SessionSchedule extends Schedule {
  /** Those whose time has come, each with the time that it is said for. */
  due(): Promise<readonly DueTask[]>
  /** Notes that a task was said; durable when it resolves. */
  noteFired(due: DueTask): Promise<void>
  /** Whether anything is to come, as far as was seen last. */
  hasTasks(): boolean
}

export type DueTask = TaskState & { readonly due: number }

/** Tasks of the file, which others may change, and of this process; only of the latter where there is no file. */
export function createSessionSchedule(
  file: ScheduleFile | null,
  now: () => number = Date.now,
): SessionSchedule {
  let own: readonly TaskState[] = []
  let seen: { readonly mark: string; readonly tasks: readonly TaskState[] } = { mark: '', tasks: [] }

  /** The file is read again where somebody changed it. */
  async function readFile(): Promise<readonly TaskState[]> {
    const mark = file ? await file.mark() : ''
    if (file && mark !== seen.mark) seen = { mark, tasks: await file.read() }
    return seen.tasks
  }

  const list = async (): Promise<readonly TaskState[]> => [...(await readFile()), ...own].filter(isToCome)

  return {
    list,
    async add(wish, { isDurable }) {
      const task = { id: randomBytes(4).toString('hex'), createdAt: now(), ...wish }
      const state = { task, firedAt: null, isDurable: isDurable && file !== null }
      if ((await list()).length >= MAX_TASKS)
        throw new Error(
          `${MAX_TASKS} prompts are scheduled in this session already. Call one of them off first.`,
        )
      if (!state.isDurable) own = [...own, state]
      else await file?.change(() => ({ type: 'scheduled-task', operation: 'add', task }))
      return state
    },
    async cancel(id) {
      const rest = own.filter(({ task }) => task.id !== id)
      if (rest.length < own.length) {
        own = rest
        return true
      }
      return (await file?.change(tasks => cancelTask(tasks, id, now()))) ?? false
    },
    async due() {
      const time = now()
      return (await list()).flatMap(state => {
        const due = computeNextFire(state)
        return due !== null && due <= time ? [{ ...state, due }] : []
      })
    },
    async noteFired({ task: { id }, due, isDurable }) {
      const at = now()
      if (!isDurable)
        own = own.map(state => (state.task.id === id ? { ...state, firedAt: at } : state)).filter(isToCome)
      else
        await file?.change(tasks =>
          tasks.some(({ task }) => task.id === id)
            ? { type: 'scheduled-task', operation: 'fire', id, due, at }
            : null,
        )
    },
    hasTasks: () => [...seen.tasks, ...own].some(isToCome),
  }
}

/** The line that calls a task off; null where there is none. */
export function cancelTask(
  tasks: readonly TaskState[],
  id: string,
  at: number,
): {
  readonly type: 'scheduled-task'
  readonly operation: 'cancel'
  readonly id: string
  readonly at: number
} | null {
  return tasks.some(({ task }) => task.id === id)
    ? { type: 'scheduled-task', operation: 'cancel', id, at }
    : null
}

function isToCome(state: TaskState): boolean {
  return computeNextFire(state) !== null
}
