import { type CollectedUsage, computeUsageTotal, createCalendar, type SessionAnswer } from '@antiphon/search'
import { startOfUnit } from '../numbers/time-units.ts'
import type { HomeDay, HomeReport, HomeSum, LimitNotice } from '../protocol/home-protocol.ts'

export type HomeReportOptions = {
  readonly answers: CollectedUsage['answers']
  readonly limits: readonly LimitNotice[]
  readonly timezone: string | undefined
  /** Milliseconds of the epoch. */
  readonly now: number
}

/** What was used lately, in the spans that a person asks about first. */
export function computeHomeReport({ answers, limits, timezone, now }: HomeReportOptions): HomeReport {
  const calendar = createCalendar(timezone)
  const today = calendar.dayOfTime(now) ?? ''
  const dated = answers.flatMap(answer => {
    const time = answer.at === null ? Number.NaN : Date.parse(answer.at)
    const day = calendar.dayOfTime(time)
    // What the clock says is still to come was dated by another one.
    return day === null || day > today ? [] : [{ answer, time, day }]
  })
  const sumOf = (isMeant: (one: Dated) => boolean): HomeSum =>
    toSum(dated.filter(isMeant).map(({ answer }) => answer))
  const monday = startOfUnit(today, 'week')
  const before = calendar.dayOfTime(now - WEEK_MS) ?? ''
  const lastMonday = startOfUnit(before, 'week')
  const yearAgo = calendar.dayOfTime(now - YEAR_MS) ?? ''
  return {
    timeZone: calendar.timeZone,
    today,
    days: listDays(dated.filter(({ day }) => day > yearAgo)),
    spent: {
      today: sumOf(({ day }) => day === today),
      month: sumOf(({ day }) => day >= startOfUnit(today, 'month')),
      week: sumOf(({ day }) => day >= monday),
      lastWeekSoFar: sumOf(({ day, time }) => day >= lastMonday && time <= now - WEEK_MS),
      lastWeek: sumOf(({ day }) => day >= lastMonday && day < monday),
      pastFiveHours: sumOf(({ time }) => time > now - FIVE_HOURS_MS),
      pastSevenDays: sumOf(({ time }) => time > now - WEEK_MS),
      year: sumOf(({ day }) => day > yearAgo),
    },
    limits,
  }
}

type Dated = { readonly answer: SessionAnswer; readonly time: number; readonly day: string }

const HOUR_MS = 60 * 60 * 1000
const FIVE_HOURS_MS = 5 * HOUR_MS
const WEEK_MS = 7 * 24 * HOUR_MS
const YEAR_MS = 53 * WEEK_MS

function toSum(answers: readonly SessionAnswer[]): HomeSum {
  const { sessions, answers: count, costUsd, costUsdAtLeast, isCostKnown } = computeUsageTotal(answers)
  return { sessions, answers: count, costUsd, costUsdAtLeast, isCostKnown }
}

function listDays(dated: readonly Dated[]): readonly HomeDay[] {
  const groups = new Map<string, SessionAnswer[]>()
  for (const { day, answer } of dated) {
    const group = groups.get(day)
    if (group) group.push(answer)
    else groups.set(day, [answer])
  }
  return Array.from(groups, ([day, group]): HomeDay => {
    const { sessions, answers, costUsdAtLeast } = toSum(group)
    return { day, sessions, answers, costUsd: costUsdAtLeast }
  }).sort((one, other) => (one.day < other.day ? -1 : 1))
}
