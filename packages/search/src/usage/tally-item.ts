import { computeCost, countCacheWrites } from '@antiphon/core'
import type { SessionAnswer } from './session-answer.ts'

/** What a report adds up of one answer, or of several that belong into one row of any report. */
export type TallyItem = {
  readonly session: string
  readonly project: string
  readonly model: string
  readonly isSubagent: boolean
  readonly answers: number
  /** Milliseconds of the epoch, of the first and of the last; not a number where nothing tells it. */
  readonly time: number
  readonly lastTime: number
  /** The time of one answer that is not written as usual. */
  readonly at: string | null
  readonly input: number
  readonly output: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly cacheRead: number
  readonly costUsd: number
  readonly isCostKnown: boolean
}

export function toTallyItem({ session, project, model, isSubagent, at, usage }: SessionAnswer): TallyItem {
  const { for5m, for1h } = countCacheWrites(usage)
  const time = at === null ? Number.NaN : Date.parse(at)
  const { usd, isKnown } = computeCost(usage, { model, ...(at !== null && { at }) })
  return {
    session,
    project,
    model,
    isSubagent,
    answers: 1,
    time,
    lastTime: time,
    at,
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheWrite5m: for5m,
    cacheWrite1h: for1h,
    cacheRead: usage.cache_read_input_tokens,
    costUsd: usd,
    isCostKnown: isKnown,
  }
}
