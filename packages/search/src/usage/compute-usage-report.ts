import { type CountedAnswer, countCacheWrites, PRICES_AS_OF, sumAnswers } from '@antiphon/core'
import { createCalendar, monthOf, weekOf } from './calendar.ts'
import type { SessionAnswer } from './session-answer.ts'

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

export type UsageTotal = {
  readonly answers: number
  /** Of those, by subagents. */
  readonly subagentAnswers: number
  readonly sessions: number
  readonly tokens: TokenCounts
  /** A lower bound where `isCostKnown` is false. */
  readonly costUsd: number
  readonly isCostKnown: boolean
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

export type UsageReportOptions = { readonly by: UsageGroup; readonly timeZone?: string }

/** Adds answers up by what a person asks for. */
export function computeUsageReport(
  answers: readonly SessionAnswer[],
  { by, timeZone }: UsageReportOptions,
): UsageTable {
  const calendar = createCalendar(timeZone)
  const groups = new Map<string | null, SessionAnswer[]>()
  const keyOf = createKey(by, calendar.dayOf)
  for (const answer of answers) {
    const key = keyOf(answer)
    const group = groups.get(key)
    if (group) group.push(answer)
    else groups.set(key, [answer])
  }
  const rows = Array.from(groups, ([key, group]) => ({ key, ...computeUsageTotal(group) }))
  const isTime = by === 'day' || by === 'week' || by === 'month'
  return {
    by,
    timeZone: calendar.timeZone,
    rows: rows.sort(isTime ? byKey : byCost),
    total: { ...addTotals(rows), sessions: countSessions(answers) },
    pricesAsOf: PRICES_AS_OF,
  }
}

/** What answers come to. */
export function computeUsageTotal(answers: readonly SessionAnswer[]): UsageTotal {
  const { costUsd, isCostKnown, modelUsage } = sumAnswers(answers)
  return {
    answers: answers.length,
    subagentAnswers: answers.filter(({ isSubagent }) => isSubagent).length,
    sessions: countSessions(answers),
    tokens: sumTokens(answers),
    costUsd,
    isCostKnown,
    unpricedModels: Object.keys(modelUsage)
      .filter(model => modelUsage[model]?.costBasis === 'unknown')
      .sort(),
    ...findSpan(answers.map(({ at }) => ({ firstAt: at, lastAt: at }))),
  }
}

/** To price each answer is the larger part of the work: it is done once. A session may stand in several rows. */
function addTotals(rows: readonly UsageTotal[]): Omit<UsageTotal, 'sessions'> {
  const add = (toNumber: (row: UsageTotal) => number): number =>
    rows.reduce((sum, row) => sum + toNumber(row), 0)
  return {
    answers: add(({ answers }) => answers),
    subagentAnswers: add(({ subagentAnswers }) => subagentAnswers),
    tokens: {
      input: add(({ tokens }) => tokens.input),
      output: add(({ tokens }) => tokens.output),
      cacheWrite5m: add(({ tokens }) => tokens.cacheWrite5m),
      cacheWrite1h: add(({ tokens }) => tokens.cacheWrite1h),
      cacheRead: add(({ tokens }) => tokens.cacheRead),
      total: add(({ tokens }) => tokens.total),
    },
    costUsd: add(({ costUsd }) => costUsd),
    isCostKnown: rows.every(({ isCostKnown }) => isCostKnown),
    unpricedModels: [...new Set(rows.flatMap(({ unpricedModels }) => unpricedModels))].sort(),
    ...findSpan(rows),
  }
}

function countSessions(answers: readonly SessionAnswer[]): number {
  return new Set(answers.map(({ session }) => session)).size
}

type Span = Pick<UsageTotal, 'firstAt' | 'lastAt'>

function findSpan(spans: readonly Span[]): Span {
  let [firstAt, lastAt]: [string | null, string | null] = [null, null]
  for (const span of spans) {
    if (span.firstAt !== null && (firstAt === null || span.firstAt < firstAt)) firstAt = span.firstAt
    if (span.lastAt !== null && (lastAt === null || span.lastAt > lastAt)) lastAt = span.lastAt
  }
  return { firstAt, lastAt }
}

function createKey(
  by: UsageGroup,
  dayOf: (at: string | null) => string | null,
): (answer: SessionAnswer) => string | null {
  const ofDay = (toKey: (day: string) => string) => (answer: SessionAnswer) => {
    const day = dayOf(answer.at)
    return day === null ? null : toKey(day)
  }
  const keys: Readonly<Record<UsageGroup, (answer: SessionAnswer) => string | null>> = {
    day: ofDay(day => day),
    week: ofDay(weekOf),
    month: ofDay(monthOf),
    project: ({ project }) => project,
    model: ({ model }) => model || null,
    session: ({ session }) => session,
  }
  return keys[by]
}

/** Each answer's writes on their own: one may tell their lifetime and another may not. */
function sumTokens(answers: readonly CountedAnswer[]): TokenCounts {
  let [input, output, cacheWrite5m, cacheWrite1h, cacheRead] = [0, 0, 0, 0, 0]
  for (const { usage } of answers) {
    const { for5m, for1h } = countCacheWrites(usage)
    input += usage.input_tokens
    output += usage.output_tokens
    cacheWrite5m += for5m
    cacheWrite1h += for1h
    cacheRead += usage.cache_read_input_tokens
  }
  const total = input + output + cacheWrite5m + cacheWrite1h + cacheRead
  return { input, output, cacheWrite5m, cacheWrite1h, cacheRead, total }
}

/** What has no time comes last. */
function byKey(one: UsageRow, other: UsageRow): number {
  if (one.key === null || other.key === null) return one.key === null ? 1 : -1
  return one.key < other.key ? -1 : 1
}

function byCost(one: UsageRow, other: UsageRow): number {
  return other.costUsd - one.costUsd || other.tokens.total - one.tokens.total || byKey(one, other)
}
