import type { AnswerPart } from './measure-answer.ts'
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
  /** What the report shows of the answer (`measureAnswer`): a line of a log shows one block of several. */
  readonly parts?: readonly AnswerPart[]
  /** What all of the answer's parts come to, where somebody added them up before. */
  readonly visibleTokens?: number
}

/** An answer with each field's maximum over its reports. */
export type CountedAnswer = {
  readonly id: string
  readonly model: string
  readonly usage: UsageSum
  readonly isSubagent: boolean
  /** The earliest time told. */
  readonly at: string | null
  /** What the answer visibly says, estimated: see `judgeOutput`. */
  readonly visibleTokens: number
}

export interface UsageLedger {
  add(report: UsageReport): void
  /** Each answer once, in the order in which they were first heard of. */
  answers(): readonly CountedAnswer[]
}

/** Counts each answer once, however often, in whatever order and in however many files it is reported. */
export function createUsageLedger(): UsageLedger {
  const answers = new Map<string, Heard>()
  return {
    add(report) {
      const known = answers.get(report.id)
      if (!known) answers.set(report.id, toHeard(report))
      else answers.set(report.id, merge(known, toHeard(report)))
    },
    answers: () => Array.from(answers.values(), toAnswer),
  }
}

/** An answer as far as it was heard: its parts are added up when all are there. */
type Heard = Omit<CountedAnswer, 'visibleTokens'> & {
  readonly parts: readonly AnswerPart[]
  readonly addedUp: number
}

function toHeard({ id, model, usage, isSubagent = false, at, parts, visibleTokens }: UsageReport): Heard {
  return {
    id,
    model,
    usage: toUsageSum(usage),
    isSubagent,
    at: at ?? null,
    parts: parts ? mergeParts(NO_PARTS, parts) : NO_PARTS,
    addedUp: visibleTokens ?? 0,
  }
}

const NO_PARTS: readonly AnswerPart[] = []

function toAnswer({ id, model, usage, isSubagent, at, parts, addedUp }: Heard): CountedAnswer {
  const sum = parts.reduce((tokens, part) => tokens + part.tokens, 0)
  return { id, model, usage, isSubagent, at, visibleTokens: Math.max(addedUp, sum) }
}

function merge(one: Heard, other: Heard): Heard {
  return {
    id: one.id,
    // A report may be about a part of the answer that names no model.
    model: laterText(one.model, other.model),
    usage: mergeUsage(one.usage, other.usage),
    // A subagent may begin with a copy of the conversation that it was forked from.
    isSubagent: one.isSubagent && other.isSubagent,
    at: earlier(one.at, other.at),
    parts: mergeParts(one.parts, other.parts),
    addedUp: Math.max(one.addedUp, other.addedUp),
  }
}

/** Each part once; an answer has few. */
function mergeParts(one: readonly AnswerPart[], other: readonly AnswerPart[]): readonly AnswerPart[] {
  const more = other.filter(
    ({ key }, place) =>
      !one.some(part => part.key === key) && other.findIndex(part => part.key === key) === place,
  )
  return more.length === 0 ? one : [...one, ...more]
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
