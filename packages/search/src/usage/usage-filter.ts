import { sep } from 'node:path'
import { toProjectKey } from '@antiphon/transcript'
import type { Calendar } from './calendar.ts'

/** Which answers count; everything where nothing is said. */
export type UsageFilter = {
  /** The first day, as `2026-11-15` in the calendar's time zone, or an instant. */
  readonly since?: string
  /** The last day, which is included, or an instant, which is not. */
  readonly until?: string
  /** The names of one directory: what was started in it or below it. */
  readonly project?: readonly string[]
  /** A session's id or its beginning. */
  readonly session?: string
}

/** True where something is said. */
export function isFiltering({ since, until, project, session }: UsageFilter): boolean {
  return [since, until, project, session].some(asked => asked !== undefined)
}

/** True for what the filter asks for. What has no time is in no span of time. */
export function createUsageFilter(
  { since, until, project, session }: UsageFilter,
  calendar: Calendar,
): (item: Filtered) => boolean {
  const isAfter = since === undefined ? null : compare(since, calendar)
  const isBefore = until === undefined ? null : compare(until, calendar)
  return item => {
    if (session !== undefined && !item.session.startsWith(session)) return false
    if (project !== undefined && !project.some(path => isBelow(item.project, path))) return false
    if (isAfter && !(isAfter(item.at) >= 0)) return false
    if (isBefore && !(isBefore(item.at) < (isDay(until) ? 1 : 0))) return false
    return true
  }
}

type Filtered = { readonly at: string | null; readonly session: string; readonly project: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/

function isDay(text: string | undefined): boolean {
  return text !== undefined && DAY.test(text)
}

/** Whether a time is before (-1), at (0) or behind (1) the bound; not a number for what is no time. */
function compare(bound: string, { dayOf }: Calendar): (at: string | null) => number {
  if (!isDay(bound)) {
    const instant = Date.parse(bound)
    return at => Math.sign(Date.parse(at ?? '') - instant)
  }
  return at => {
    const day = dayOf(at)
    if (day === null) return Number.NaN
    if (day === bound) return 0
    return day < bound ? -1 : 1
  }
}

/** The folder's name is lossy: it only counts where no line names the directory. */
function isBelow(project: string, path: string): boolean {
  if (project === path || project === toProjectKey(path)) return true
  return project.startsWith(path.endsWith(sep) ? path : `${path}${sep}`)
}
