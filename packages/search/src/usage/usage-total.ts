import { addItem, type UsageItem } from './usage-item.ts'

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
  add(item: SessionItem): void
  total(): UsageTotal
}

/** What a report adds up of a session. */
export type SessionItem = UsageItem & { readonly session: string; readonly project: string }

export function createTotal(): GrowingTotal {
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
