import { PRICES_AS_OF } from '@antiphon/core/usage'
import {
  type Calendar,
  type CollectedUsage,
  computeToolReport,
  computeUsageReport,
  computeUsageTotal,
  createCalendar,
  createUsageFilter,
  type SessionAnswer,
  type SessionToolCall,
  type UsageTable,
} from '@antiphon/search'
import type { SessionKey } from '@antiphon/transcript'
import type {
  NumbersProblems,
  NumbersQuestion,
  NumbersReport,
  NumbersRow,
  NumbersSeries,
  NumbersTotal,
  ToolNumbers,
} from '../protocol/numbers-protocol.ts'
import { computeTimeSeries } from './compute-time-series.ts'
import { limitRows, limitTools } from './limit-rows.ts'

export type NumbersReportOptions = {
  readonly collected: CollectedUsage
  readonly question: Omit<NumbersQuestion, 'session'> & {
    readonly subject?: NumbersSubject
  }
  /** The ids under which the page knows sessions, by the names that logs have for them. */
  readonly ids: ReadonlyMap<string, string>
  /** Milliseconds of the epoch. */
  readonly now: number
}

/** A session or one of its subagents, as logs name them. */
export type NumbersSubject = { readonly session: string | null; readonly agent: string | null }

/** Answers a question out of what was counted. */
export function computeNumbersReport({ collected, question, ids, now }: NumbersReportOptions): NumbersReport {
  const { by, stack, since, until, project, subject, timezone } = question
  const calendar = createCalendar(timezone)
  const today = calendar.dayOf(new Date(now).toISOString()) ?? ''
  const isOfProject = createUsageFilter({ ...(project !== undefined && { project: [project] }) }, calendar)
  const isInPeriod = createUsageFilter(
    {
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
      ...(project !== undefined && { project: [project] }),
    },
    calendar,
  )
  const matches = (item: SessionAnswer | SessionToolCall): boolean => isOf(item, subject) && isInPeriod(item)
  const answers = collected.answers.filter(matches)
  const table = by === 'tool' ? null : computeUsageReport(answers, { by, timeZone: calendar.timeZone })
  const isTime = by === 'day' || by === 'week' || by === 'month'
  return {
    by,
    timeZone: calendar.timeZone,
    pricesAsOf: PRICES_AS_OF,
    total: toTotal(table?.total ?? computeUsageTotal(answers)),
    rows: table ? limitRows(toRows(table, { isTime, ids }), MAX_ROWS) : [],
    tools: by === 'tool' ? limitTools(toTools((collected.calls ?? []).filter(matches)), MAX_ROWS) : null,
    series: nameSeries(
      computeTimeSeries({
        answers,
        calls: (collected.calls ?? []).filter(matches),
        stack,
        unit: isTime ? by : null,
        since: since ?? null,
        until: until ?? null,
        today,
        calendar,
      }),
      stack === 'session' ? ids : null,
    ),
    span: findSpan(
      collected.answers.filter(item => isOf(item, subject) && isOfProject(item)),
      calendar,
      today,
    ),
    files: collected.files,
    problems: toProblems(collected.problems.filter(({ path }) => isFileOf(path, subject))),
    isCacheWritten: collected.isCacheWritten,
  }
}

/** The first and the last day of any answer; what is dated behind today was dated by a wrong clock. */
function findSpan(
  answers: readonly SessionAnswer[],
  calendar: Calendar,
  today: string,
): NumbersReport['span'] {
  let [first, last] = ['', '']
  for (const { at } of answers) {
    const day = calendar.dayOf(at)
    if (day === null || day > today) continue
    if (first === '' || day < first) first = day
    if (day > last) last = day
  }
  return first === '' ? null : { first, last }
}

/** Sessions under the ids that the page knows them by. */
function nameSeries(series: NumbersSeries, ids: NumbersReportOptions['ids'] | null): NumbersSeries {
  return ids ? { ...series, ids: series.names.map(name => ids.get(name ?? '') ?? null) } : series
}

/** Which log a person means. */
export function toSubject({ session, subpath }: SessionKey): NumbersSubject {
  const name = subpath?.split('/').at(-1) ?? session
  if (!name.startsWith(AGENT)) return { session, agent: null }
  // A log beside sessions does not tell by its name whose it is.
  return { session: subpath === undefined ? null : session, agent: name.slice(AGENT.length) }
}

const AGENT = 'agent-'

function isOf(item: SessionAnswer | SessionToolCall, subject: NumbersSubject | undefined): boolean {
  if (!subject) return true
  if (subject.session !== null && item.session !== subject.session) return false
  return subject.agent === null || ('agent' in item && item.agent === subject.agent)
}

/** True for the log that was asked for, and for those of its subagents. */
function isFileOf(path: string, subject: NumbersSubject | undefined): boolean {
  if (!subject) return true
  const { session, agent } = subject
  const parts = path.replace(/\.jsonl$/, '').split(/[\\/]/)
  if (session !== null && !parts.includes(session)) return false
  return agent === null || parts.at(-1) === `${AGENT}${agent}`
}

/** What could not be read, as much of it as a person reads. */
export function toProblems(
  problems: readonly { readonly path: string; readonly reason: string }[],
): NumbersProblems {
  const first = problems.slice(0, MAX_PROBLEMS).map(({ path, reason }) => ({ path, reason }))
  return { count: problems.length, first }
}

const MAX_ROWS = 200
const MAX_PROBLEMS = 20
const MAX_MODELS = 20

type RowOptions = { readonly isTime: boolean; readonly ids: NumbersReportOptions['ids'] }

/** The newest first, or the dearest. */
function toRows({ by, rows }: UsageTable, { isTime, ids }: RowOptions): readonly NumbersRow[] {
  const ordered = isTime ? rows.toReversed() : rows
  return ordered.map(row => ({
    ...toTotal(row),
    key: row.key,
    id: by === 'session' ? (ids.get(row.key ?? '') ?? null) : null,
    rest: null,
  }))
}

function toTotal<Total extends NumbersTotal>(total: Total): Total {
  return { ...total, unpricedModels: total.unpricedModels.slice(0, MAX_MODELS) }
}

function toTools(calls: readonly SessionToolCall[]): readonly ToolNumbers[] {
  return computeToolReport(calls).rows.map(row => ({ ...row, rest: null }))
}
