import type { JsonObject } from '@antiphon/contract'
import { nextCronTime, parseCron } from './cron-expression.ts'

/** A prompt that is to be said at its times. */
export type ScheduledTask = {
  readonly id: string
  readonly prompt: string
  readonly time: TaskTime
  /** Milliseconds since 1970, as all times here. */
  readonly createdAt: number
  /** It is said no more after that. */
  readonly expiresAt?: number
  /** The model planned it: what it says is not the word of a person, and calls no command. */
  readonly isOfAgent?: boolean
}

export type TaskTime =
  | { readonly kind: 'at'; readonly at: number }
  | { readonly kind: 'every'; readonly minutes: number }
  | { readonly kind: 'cron'; readonly cron: string; readonly isOnce: boolean }

/** A task and when it was said last. */
export type TaskState = {
  readonly task: ScheduledTask
  readonly firedAt: number | null
  readonly isDurable: boolean
}

/** When a task is due next: in the past where its time was missed; null where it never will be again. */
export function computeNextFire({ task, firedAt }: Pick<TaskState, 'task' | 'firedAt'>): number | null {
  const next = findNext(task, firedAt)
  return next === null || (task.expiresAt !== undefined && next > task.expiresAt) ? null : next
}

function findNext({ time, createdAt }: ScheduledTask, firedAt: number | null): number | null {
  switch (time.kind) {
    case 'at':
      return firedAt === null ? time.at : null
    case 'every':
      return (firedAt ?? createdAt) + time.minutes * 60_000
    case 'cron': {
      if (time.isOnce && firedAt !== null) return null
      const times = parseCron(time.cron)
      return 'problem' in times ? null : nextCronTime(times, firedAt ?? createdAt)
    }
  }
}

/** A line of a schedule: a task that came, was said, or was called off. */
export type ScheduleEntry =
  | { readonly type: 'scheduled-task'; readonly operation: 'add'; readonly task: ScheduledTask }
  | {
      readonly type: 'scheduled-task'
      readonly operation: 'fire'
      readonly id: string
      /** The time that it was said for, and when it was said. */
      readonly due: number
      readonly at: number
    }
  | {
      readonly type: 'scheduled-task'
      readonly operation: 'cancel'
      readonly id: string
      readonly at: number
    }

/** The tasks that are still to be said, the oldest first; a line that cannot be read costs that line. */
export function foldSchedule(entries: readonly JsonObject[]): readonly TaskState[] {
  const tasks = new Map<string, TaskState>()
  for (const entry of entries) {
    if (entry.type !== 'scheduled-task') continue
    if (entry.operation === 'add') {
      const task = readTask(entry.task)
      if (task && !tasks.has(task.id)) tasks.set(task.id, { task, firedAt: null, isDurable: true })
    } else if (typeof entry.id === 'string') {
      const known = tasks.get(entry.id)
      if (entry.operation === 'cancel') tasks.delete(entry.id)
      else if (entry.operation === 'fire' && known && typeof entry.at === 'number')
        tasks.set(entry.id, { ...known, firedAt: Math.max(known.firedAt ?? 0, entry.at) })
    }
  }
  return [...tasks.values()].filter(state => computeNextFire(state) !== null)
}

function readTask(value: unknown): ScheduledTask | null {
  const task = value as Partial<ScheduledTask> | null
  if (!task || typeof task !== 'object') return null
  const { id, prompt, time, createdAt } = task
  const isTask = typeof id === 'string' && typeof prompt === 'string' && typeof createdAt === 'number'
  return isTask && isTime(time) ? (task as ScheduledTask) : null
}

function isTime(value: unknown): value is TaskTime {
  if (!value || typeof value !== 'object' || !('kind' in value)) return false
  const time = value as Readonly<Record<string, unknown>>
  switch (time.kind) {
    case 'at':
      return typeof time.at === 'number'
    case 'every':
      return typeof time.minutes === 'number' && time.minutes > 0
    case 'cron':
      return typeof time.cron === 'string'
    default:
      return false
  }
}

/** When a task is said, in words. */
export function describeTaskTime(time: TaskTime): string {
  switch (time.kind) {
    case 'at':
      return `at ${formatMoment(time.at)}`
    case 'every':
      return time.minutes === 1 ? 'every minute' : `every ${time.minutes} minutes`
    case 'cron':
      return time.isOnce ? `once at ${time.cron}` : `at ${time.cron}`
  }
}

/** A moment in local time, to the minute. */
export function formatMoment(time: number): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return 'an unknown time'
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
