import { PRICES_AS_OF } from '@antiphon/core/usage'
import { type Calendar, createCalendar, monthOf, weekOf } from './calendar.ts'
import type { SessionAnswer } from './session-answer.ts'
import { createAnswerMeasure } from './usage-item.ts'
import { createTotal, type GrowingTotal, type SessionItem, type UsageTotal } from './usage-total.ts'

/** By what answers are put together. */
export const USAGE_GROUPS = ['day', 'week', 'month', 'project', 'model', 'session'] as const

export type UsageGroup = (typeof USAGE_GROUPS)[number]

export type UsageTable = {
  readonly by: UsageGroup
  readonly timeZone: string
  /** Times in their order; everything else with the dearest first. */
  readonly rows: readonly UsageRow[]
  readonly total: UsageTotal
  /** The month of the prices. */
  readonly pricesAsOf: string
}

export type UsageRow = UsageTotal & {
  /** The day, week or month, the directory, the model or the session's id; null for answers that do not tell it. */
  readonly key: string | null
}

/** Adds answers up, one by one. */
export interface UsageTally {
  add(item: SessionItem): void
  addAnswers(answers: readonly SessionAnswer[]): void
  table(): UsageTable
}

export function createUsageTally(by: UsageGroup, calendar: Calendar): UsageTally {
  const groups = new Map<string | null, GrowingTotal>()
  const total = createTotal()
  const keyOf = createKey(by, calendar)

  function add(item: SessionItem): void {
    const key = keyOf(item)
    const group = groups.get(key) ?? createTotal()
    groups.set(key, group)
    group.add(item)
    total.add(item)
  }

  return {
    add,
    addAnswers: answers => eachItem(answers, add),
    table() {
      const rows = Array.from(groups, ([key, group]): UsageRow => ({ key, ...group.total() }))
      const isTime = by === 'day' || by === 'week' || by === 'month'
      return {
        by,
        timeZone: calendar.timeZone,
        rows: rows.sort(isTime ? byKey : byCost),
        total: total.total(),
        pricesAsOf: PRICES_AS_OF,
      }
    },
  }
}

function createKey(by: UsageGroup, { dayOfTime }: Calendar): (item: SessionItem) => string | null {
  const ofDay = (toKey: (day: string) => string) => {
    const known = new Map<string, string>()
    return ({ time }: SessionItem): string | null => {
      const day = dayOfTime(time ?? Number.NaN)
      if (day === null) return null
      const key = known.get(day) ?? toKey(day)
      known.set(day, key)
      return key
    }
  }
  const keys: Readonly<Record<UsageGroup, (item: SessionItem) => string | null>> = {
    day: ofDay(day => day),
    week: ofDay(weekOf),
    month: ofDay(monthOf),
    project: ({ project }) => project,
    model: ({ model }) => model || null,
    session: ({ session }) => session,
  }
  return keys[by]
}

/** What has no time comes last. */
function byKey(one: UsageRow, other: UsageRow): number {
  if (one.key === null || other.key === null) return one.key === null ? 1 : -1
  return one.key < other.key ? -1 : 1
}

function byCost(one: UsageRow, other: UsageRow): number {
  return other.costUsd - one.costUsd || other.tokens.total - one.tokens.total || byKey(one, other)
}

/** What each answer is to a report. */
function eachItem(answers: readonly SessionAnswer[], add: (item: SessionItem) => void): void {
  const measure = createAnswerMeasure()
  for (const answer of answers) add({ ...measure(answer), session: answer.session, project: answer.project })
}

export type UsageReportOptions = { readonly by: UsageGroup; readonly timeZone?: string }

/** Adds answers up by what a person asks for. */
export function computeUsageReport(
  answers: readonly SessionAnswer[],
  { by, timeZone }: UsageReportOptions,
): UsageTable {
  const tally = createUsageTally(by, createCalendar(timeZone))
  tally.addAnswers(answers)
  return tally.table()
}

/** What answers come to. */
export function computeUsageTotal(answers: readonly SessionAnswer[]): UsageTotal {
  const total = createTotal()
  eachItem(answers, total.add)
  return total.total()
}
