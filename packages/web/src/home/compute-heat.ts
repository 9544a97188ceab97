import type { HomeDay } from '@antiphon/server/protocol'

/** How much happened on a day, from nothing (0) to as much as on the fullest quarter of days (4). */
export type HeatStep = 0 | 1 | 2 | 3 | 4

export type HeatDay = HomeDay & { readonly step: HeatStep }

export type HeatMap = {
  /** Weeks from Monday on, the last one with today; days to come are not there. */
  readonly weeks: readonly (readonly HeatDay[])[]
  /** Where a month begins: at which week, and its first day. */
  readonly months: readonly { readonly week: number; readonly day: string }[]
  readonly activeDays: number
}

/** A year of days as weeks, each day with its step by the sessions of that day. */
export function computeHeat(days: readonly HomeDay[], today: string): HeatMap {
  const known = new Map(days.map(day => [day.day, day]))
  const weeks: HeatDay[][] = []
  const start = addDays(today, -weekday(today) - 7 * (WEEKS - 1))
  const drawn = days.filter(({ day }) => day >= start && day <= today)
  const stepOf = createSteps(drawn.map(({ sessions }) => sessions))
  for (let day = start; day <= today; day = addDays(day, 1)) {
    if (weekday(day) === 0) weeks.push([])
    const told = known.get(day) ?? { day, sessions: 0, answers: 0, costUsd: 0 }
    weeks.at(-1)?.push({ ...told, step: stepOf(told.sessions) })
  }
  const months = weeks.flatMap((week, index) => {
    const first = week.find(({ day }) => day.endsWith('-01'))
    return first ? [{ week: index, day: first.day }] : []
  })
  return { weeks, months, activeDays: weeks.flat().filter(({ sessions }) => sessions > 0).length }
}

const WEEKS = 53
const DAY_MS = 24 * 60 * 60 * 1000

/** The steps that quarters of the days with anything on them make. */
function createSteps(values: readonly number[]): (value: number) => HeatStep {
  const sorted = values.filter(value => value > 0).sort((one, other) => one - other)
  const bounds = [0.25, 0.5, 0.75].map(share => sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return value => {
    if (value <= 0) return 0
    const above = bounds.filter(bound => value > bound).length
    return (above + 1) as HeatStep // three bounds: one to four
  }
}

/** Monday is 0. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}
