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
      if (known) hear(known, report)
      else answers.set(report.id, toHeard(report))
    },
    answers: () => Array.from(answers.values(), ({ answer }) => answer),
  }
}

/** An answer as far as it was heard. A damaged log may have one name for all of its answers: none costs what all hold. */
type Heard = {
  answer: CountedAnswer
  /** What was reported last, which the next line of an answer often repeats. */
  lastUsage: unknown
  readonly parts: HeardParts
}

type HeardParts = {
  /** Most answers have few. */
  readonly few: AnswerPart['key'][]
  many: Set<AnswerPart['key']> | null
  partTokens: number
}

function toHeard(report: UsageReport): Heard {
  const { id, model, usage, isSubagent = false, at = null, visibleTokens = 0 } = report
  const parts: HeardParts = { few: [], many: null, partTokens: 0 }
  const visible = Math.max(visibleTokens, hearParts(parts, report))
  const answer = { id, model, usage: toUsageSum(usage), isSubagent, at, visibleTokens: visible }
  return { answer, lastUsage: usage, parts }
}

function hear(heard: Heard, report: UsageReport): void {
  const { answer, lastUsage, parts } = heard
  const { model, usage, isSubagent = false, at = null, visibleTokens = 0 } = report
  heard.lastUsage = usage
  heard.answer = {
    id: answer.id,
    // A report may be about a part of the answer that names no model.
    model: laterText(answer.model, model),
    usage: usage === lastUsage ? answer.usage : mergeUsage(answer.usage, toUsageSum(usage)),
    // A subagent may begin with a copy of the conversation that it was forked from.
    isSubagent: answer.isSubagent && isSubagent,
    at: earlier(answer.at, at),
    visibleTokens: Math.max(answer.visibleTokens, visibleTokens, hearParts(parts, report)),
  }
}

/** Adds up the parts, each once; gives what all come to. */
function hearParts(heard: HeardParts, { parts = [] }: UsageReport): number {
  for (const { key, tokens } of parts) if (isNew(heard, key)) heard.partTokens += tokens
  return heard.partTokens
}

/** Whether a part was not heard yet; from now on it was. */
function isNew(heard: HeardParts, key: AnswerPart['key']): boolean {
  const { few, many } = heard
  if (many ? many.has(key) : few.includes(key)) return false
  if (many) many.add(key)
  else if (few.push(key) > MAX_FEW) heard.many = new Set(few)
  return true
}

const MAX_FEW = 16

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}
