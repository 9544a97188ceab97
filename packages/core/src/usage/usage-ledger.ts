import { laterText, mergeUsage, toUsageSum, type UsageSum } from './usage-sum.ts'

/** One report of what an answer used: a line of a log, an event of a stream. */
export type UsageReport = {
  /** Of the answer (`message.id`): reports with one id are about one answer. */
  readonly id: string
  readonly model: string
  /** The API's `usage`, whole or in part; anything else counts as nothing. */
  readonly usage: unknown
  readonly isSubagent?: boolean
  /** ISO 8601. */
  readonly at?: string | null
}

/** An answer with each field's maximum over its reports. */
export type CountedAnswer = {
  readonly id: string
  readonly model: string
  readonly usage: UsageSum
  readonly isSubagent: boolean
  /** The earliest time told. */
  readonly at: string | null
}

export interface UsageLedger {
  add(report: UsageReport): void
  /** Each answer once, in the order in which they were first heard of. */
  answers(): readonly CountedAnswer[]
}

/** Counts each answer once, however often, in whatever order and in however many files it is reported. */
export function createUsageLedger(): UsageLedger {
  const answers = new Map<string, CountedAnswer>()
  return {
    add(report) {
      const known = answers.get(report.id)
      answers.set(report.id, known ? merge(known, toAnswer(report)) : toAnswer(report))
    },
    answers: () => [...answers.values()],
  }
}

function toAnswer({ id, model, usage, isSubagent = false, at }: UsageReport): CountedAnswer {
  return { id, model, usage: toUsageSum(usage), isSubagent, at: at ?? null }
}

function merge(one: CountedAnswer, other: CountedAnswer): CountedAnswer {
  return {
    id: one.id,
    // A report may be about a part of the answer that names no model.
    model: laterText(one.model, other.model),
    usage: mergeUsage(one.usage, other.usage),
    // A subagent may begin with a copy of the conversation that it was forked from.
    isSubagent: one.isSubagent && other.isSubagent,
    at: earlier(one.at, other.at),
  }
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
