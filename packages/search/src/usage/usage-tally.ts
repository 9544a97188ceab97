import { PRICES_AS_OF } from '@antiphon/core/usage'
import { type Calendar, monthOf, weekOf } from './calendar.ts'
import type { TallyItem } from './tally-item.ts'
import { createTotal, type UsageTotal } from './usage-total.ts'

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
  add(item: TallyItem): void
  table(): UsageTable
}

export function createUsageTally(by: UsageGroup, calendar: Calendar): UsageTally {
  const groups = new Map<string | null, ReturnType<typeof createTotal>>()
  const total = createTotal()
  const keyOf = createKey(by, calendar)
  return {
    add(item) {
      const key = keyOf(item)
      const group = groups.get(key) ?? createTotal()
      if (group.isEmpty()) groups.set(key, group)
      group.add(item)
      total.add(item)
    },
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

function createKey(by: UsageGroup, { dayOfTime }: Calendar): (item: TallyItem) => string | null {
  const ofDay = (toKey: (day: string) => string) => {
    const keys = new Map<string, string>()
    return ({ time }: TallyItem): string | null => {
      const day = dayOfTime(time)
      if (day === null) return null
      const key = keys.get(day) ?? toKey(day)
      keys.set(day, key)
      return key
    }
  }
  const keys: Readonly<Record<UsageGroup, (item: TallyItem) => string | null>> = {
    day: ({ time }) => dayOfTime(time),
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
