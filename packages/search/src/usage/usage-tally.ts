import { PRICES_AS_OF } from '@antiphon/core/usage'
import { type Calendar, createCalendar, monthOf, weekOf } from './calendar.ts'
import type { SessionAnswer } from './session-answer.ts'
import { addItem, createAnswerMeasure, type UsageItem } from './usage-item.ts'

export type UsageTotal = {
  readonly answers: number
  /** Of those, by subagents. */
  readonly subagentAnswers: number
  readonly sessions: number
  /** As the logs record them. */
  readonly tokens: TokenCounts
  /** A lower bound where `isCostKnown` is false. */
  readonly costUsd: number
  readonly isCostKnown: boolean
  /** Answers whose record of output cannot be true: what they visibly say exceeds it clearly. */
  readonly estimatedAnswers: number
  /** The output with an estimate in the place of those records, and the cost with it: both at least. */
  readonly outputAtLeast: number
  readonly costUsdAtLeast: number
  /** Models that used tokens and have no known price. */
  readonly unpricedModels: readonly string[]
  readonly firstAt: string | null
  readonly lastAt: string | null
}

export type TokenCounts = {
  readonly input: number
  readonly output: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly total: number
}

/** What answers come to. */
interface GrowingTotal {
  add(item: SessionItem): void
  total(): UsageTotal
}

/** What a report adds up of a session. */
export type SessionItem = UsageItem & { readonly session: string; readonly project: string }

function createTotal(): GrowingTotal {
  const sessions = new Set<string>()
  const unpriced = new Set<string>()
  const sum = { ...NOTHING }
  let subagentAnswers = 0
  return {
    add(item) {
      addItem(sum, item)
      sessions.add(item.session)
      if (item.isSubagent) subagentAnswers += item.answers
      if (!item.isCostKnown) unpriced.add(item.model)
    },
    total() {
      const { input, output, cacheWrite5m, cacheWrite1h, cacheRead } = sum
      const total = input + output + cacheWrite5m + cacheWrite1h + cacheRead
      return {
        answers: sum.answers,
        subagentAnswers,
        sessions: sessions.size,
        tokens: { input, output, cacheWrite5m, cacheWrite1h, cacheRead, total },
        costUsd: sum.costUsd,
        isCostKnown: sum.isCostKnown,
        estimatedAnswers: sum.estimatedAnswers,
        outputAtLeast: sum.outputAtLeast,
        costUsdAtLeast: sum.costUsdAtLeast,
        unpricedModels: [...unpriced].sort(),
        firstAt: sum.firstAt,
        lastAt: sum.lastAt,
      }
    },
  }
}

const NOTHING: Omit<UsageItem, 'model' | 'isSubagent' | 'time'> = {
  firstAt: null,
  lastAt: null,
  answers: 0,
  input: 0,
  output: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  cacheRead: 0,
  costUsd: 0,
  isCostKnown: true,
  outputAtLeast: 0,
  estimatedAnswers: 0,
  costUsdAtLeast: 0,
}

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
interface UsageTally {
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
