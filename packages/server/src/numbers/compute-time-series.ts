import { type Calendar, computeUsageTotal, type SessionAnswer, type SessionToolCall } from '@antiphon/search'
import type { NumbersBar, NumbersSeries, NumbersStack } from '../protocol/numbers-protocol.ts'
import { countUnits, nextUnit, startOfUnit, type TimeUnit } from './time-units.ts'

export type TimeSeriesOptions = {
  readonly answers: readonly SessionAnswer[]
  /** What bars of tools are made of: the tokens of their results. */
  readonly calls?: readonly SessionToolCall[]
  readonly stack: NumbersStack
  /** The finest unit that is wanted; a coarser one is taken where there would be too many bars. */
  readonly unit: TimeUnit | null
  /** The days that must be shown; those of the answers unless told. */
  readonly since: string | null
  readonly until: string | null
  /** The day that it is now: what lies behind it was dated by a wrong clock. */
  readonly today: string
  readonly calendar: Calendar
}

/** Puts answers into bars of equal time without gaps, each made of at most eight parts. */
export function computeTimeSeries(options: TimeSeriesOptions): NumbersSeries {
  const { stack, today, calendar } = options
  const answers: readonly Counted[] = stack === 'tool' ? (options.calls ?? []) : options.answers
  const dated = answers.flatMap(answer => {
    const day = calendar.dayOf(answer.at)
    return day === null || day > today ? [] : [{ answer, day }]
  })
  const { first, last } = findSpan(options, dated)
  const unit = chooseUnit(first, last, options.unit)
  const starts = listStarts({ first, last, unit })
  const placed = dated.filter(({ day }) => startOfUnit(day, unit) >= (starts[0] ?? ''))
  const { names, hasRest, partOf } = rankParts(
    placed.map(({ answer }) => answer),
    stack,
  )
  const groups = new Map<string, Counted[][]>(starts.map(from => [from, names.map(() => [])]))
  for (const { answer, day } of placed) groups.get(startOfUnit(day, unit))?.[partOf(answer)]?.push(answer)
  const bars = Array.from(groups, ([from, parts]): NumbersBar => {
    const totals = parts.map(sumUp)
    return { from, costs: totals.map(({ usd }) => usd), tokens: totals.map(({ tokens }) => tokens) }
  })
  const isEstimated = names.map((_, part) =>
    [...groups.values()].some(parts => sumUp(parts[part] ?? []).isEstimated),
  )
  const leftOut = answers.length - placed.length
  return { unit, names, isEstimated, ids: names.map(() => null), hasRest, bars, leftOut }
}

/** As many bars as can be told apart on a screen. */
export const MAX_BARS = 120
/** As many parts as there are colours. */
export const MAX_PARTS = 8

/** An answer, or a call of a tool. */
type Counted = SessionAnswer | SessionToolCall

type Dated = { readonly answer: Counted; readonly day: string }
type Span = { readonly first: string; readonly last: string }

function findSpan({ since, until, today }: TimeSeriesOptions, dated: readonly Dated[]): Span {
  let [first, last] = [since ?? today, until ?? since ?? '']
  for (const { day } of dated) {
    if (since === null && day < first) first = day
    if (until === null && day > last) last = day
  }
  // Nothing at all is one empty bar.
  if (last < first) last = first
  return { first, last }
}

const UNITS: readonly TimeUnit[] = ['day', 'week', 'month']
const MANY_DAYS = 62

function chooseUnit(first: string, last: string, wanted: TimeUnit | null): TimeUnit {
  const limit = wanted === null ? MANY_DAYS : MAX_BARS
  const finer = UNITS.slice(wanted === null ? 0 : UNITS.indexOf(wanted))
  return finer.find(unit => countUnits(first, last, unit) <= limit) ?? 'month'
}

/** Where each bar begins; of very many the last. */
function listStarts({ first, last, unit }: Span & { readonly unit: TimeUnit }): readonly string[] {
  const extra = Math.max(0, countUnits(first, last, unit) - MAX_BARS)
  let start = startOfUnit(first, unit)
  for (let skipped = 0; skipped < extra; skipped++) start = nextUnit(start, unit)
  const starts: string[] = []
  for (; start <= last && starts.length < MAX_BARS; start = nextUnit(start, unit)) starts.push(start)
  return starts
}

type Parts = Pick<NumbersSeries, 'names' | 'hasRest'> & { readonly partOf: (answer: Counted) => number }

/** The dearest parts, and one for all others. */
function rankParts(answers: readonly Counted[], stack: NumbersStack): Parts {
  const nameOf = NAMES[stack]
  const groups = new Map<string | null, Counted[]>()
  for (const answer of answers) {
    const group = groups.get(nameOf(answer))
    if (group) group.push(answer)
    else groups.set(nameOf(answer), [answer])
  }
  const ranked = Array.from(groups, ([name, group]) => ({ name, ...sumUp(group) })).sort(
    (one, other) => other.usd - one.usd || other.tokens - one.tokens,
  )
  const hasRest = ranked.length > MAX_PARTS
  const shown = ranked.slice(0, hasRest ? MAX_PARTS - 1 : MAX_PARTS).map(({ name }) => name)
  const places = new Map(shown.map((name, place) => [name, place]))
  return {
    names: hasRest ? [...shown, null] : shown,
    hasRest,
    partOf: answer => places.get(nameOf(answer)) ?? shown.length,
  }
}

const NAMES: Readonly<Record<NumbersStack, (counted: Counted) => string | null>> = {
  model: counted => ('model' in counted && counted.model) || null,
  project: ({ project }) => project,
  session: ({ session }) => session,
  tool: counted => ('tool' in counted ? counted.tool : null),
  none: () => null,
}

type PartSum = { readonly usd: number; readonly tokens: number; readonly isEstimated: boolean }

/** The cost with an estimate of the output where its record cannot be true: as it is told beside the bars. */
function sumUp(group: readonly Counted[]): PartSum {
  const answers = group.filter(one => 'usage' in one)
  const results = group.reduce((sum, one) => sum + ('resultTokens' in one ? one.resultTokens : 0), 0)
  if (answers.length === 0) return { usd: 0, tokens: results, isEstimated: false }
  const { costUsd, costUsdAtLeast, tokens } = computeUsageTotal(answers)
  return { usd: costUsdAtLeast, tokens: tokens.total + results, isEstimated: costUsdAtLeast > costUsd }
}
