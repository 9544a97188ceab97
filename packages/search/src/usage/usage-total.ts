import type { TallyItem } from './tally-item.ts'

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
export interface GrowingTotal {
  isEmpty(): boolean
  add(item: TallyItem): void
  total(): UsageTotal
}

export function createTotal(): GrowingTotal {
  const sessions = new Set<string>()
  const unpriced = new Set<string>()
  const sums = { input: 0, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 }
  let [answers, subagentAnswers, costUsd] = [0, 0, 0]
  let [estimatedAnswers, outputAtLeast, costUsdAtLeast] = [0, 0, 0]
  const span = createSpan()
  return {
    isEmpty: () => answers === 0,
    add(item) {
      answers += item.answers
      if (item.isSubagent) subagentAnswers += item.answers
      sessions.add(item.session)
      sums.input += item.input
      sums.output += item.output
      sums.cacheWrite5m += item.cacheWrite5m
      sums.cacheWrite1h += item.cacheWrite1h
      sums.cacheRead += item.cacheRead
      costUsd += item.costUsd
      estimatedAnswers += item.estimatedAnswers
      outputAtLeast += item.outputAtLeast
      costUsdAtLeast += item.costUsdAtLeast
      if (!item.isCostKnown) unpriced.add(item.model)
      span.add(item)
    },
    total: () => ({
      answers,
      subagentAnswers,
      sessions: sessions.size,
      tokens: {
        ...sums,
        total: sums.input + sums.output + sums.cacheWrite5m + sums.cacheWrite1h + sums.cacheRead,
      },
      costUsd,
      isCostKnown: unpriced.size === 0,
      estimatedAnswers,
      outputAtLeast,
      costUsdAtLeast,
      unpricedModels: [...unpriced].sort(),
      ...span.span(),
    }),
  }
}

type Span = Pick<UsageTotal, 'firstAt' | 'lastAt'>

/** The first and the last time. Those that are written as usual are compared as numbers, and written only at the end. */
function createSpan(): {
  readonly add: (item: TallyItem) => void
  readonly span: () => Span
} {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let odd: Span = { firstAt: null, lastAt: null }
  return {
    add({ time, lastTime, at }) {
      if (at !== null) odd = widen(odd, at)
      else if (!Number.isNaN(time)) {
        first = Math.min(first, time)
        last = Math.max(last, lastTime)
      }
    },
    span: () =>
      [first, last]
        .filter(Number.isFinite)
        .reduce((span, time) => widen(span, new Date(time).toISOString()), odd),
  }
}

function widen({ firstAt, lastAt }: Span, at: string): Span {
  return {
    firstAt: firstAt === null || at < firstAt ? at : firstAt,
    lastAt: lastAt === null || at > lastAt ? at : lastAt,
  }
}
