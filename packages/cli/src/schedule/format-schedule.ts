import { oneLine } from '@antiphon/core/ui'
import { computeNextFire, describeTaskTime, formatMoment, type TaskState } from '@antiphon/engine'
import { formatTable } from '../terminal/format-table.ts'
import type { ListedTask } from './list-scheduled-tasks.ts'

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
