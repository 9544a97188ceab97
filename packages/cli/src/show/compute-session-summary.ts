import { isObject } from '@antiphon/contract'
import {
  countMessages,
  createUsageLedger,
  type Entry,
  type PersonItem,
  SYNTHETIC_MODEL,
  type TranscriptEntry,
} from '@antiphon/core'
import type { ToolStatus } from '@antiphon/core/ui'
import { type CountedAnswer, judgeOutput, measureAnswer } from '@antiphon/core/usage'
import { addUsage, NO_USAGE, readUsage, type TokenUsage, type UsageByModel } from '../view/token-usage.ts'

/** What a session amounted to. */
export type SessionSummary = {
  readonly messages: number
  readonly prompts: number
  readonly answers: number
  readonly tools: Readonly<Record<ToolStatus, number>>
  readonly subagents: number
  /** What each answer cost, counted once however many entries it is stored as. */
  readonly usage: UsageByModel
  readonly startedAt?: string
  readonly durationMs?: number
}

export type SessionSummarySource = {
  /** Of the file. */
  readonly entries: readonly Entry[]
  /** All messages, those of subagents and dead ends included: they cost tokens, too. */
  readonly messages: readonly TranscriptEntry[]
  readonly items: readonly PersonItem[]
}

/** Adds a session up. */
export function computeSessionSummary({ entries, messages, items }: SessionSummarySource): SessionSummary {
  const answers = collectAnswers(messages)
  const tools = { done: 0, failed: 0, denied: 0, interrupted: 0, running: 0 }
  return {
    ...countMessages(entries),
    subagents: countTools(items, tools),
    tools,
    usage: sumByModel(answers),
    ...computeSpan(messages),
  }
}

function collectAnswers(messages: readonly TranscriptEntry[]): readonly CountedAnswer[] {
  const ledger = createUsageLedger()
  // A file may hold anything in every field, so none is taken at its type's word.
  for (const { type, uuid, ...fields } of messages as readonly Record<string, unknown>[]) {
    const message = fields.message
    if (type !== 'assistant' || !isObject(message) || message.model === SYNTHETIC_MODEL) continue
    const model = typeof message.model === 'string' ? message.model : 'unknown model'
    const id = String(typeof message.id === 'string' ? message.id : uuid)
    ledger.add({ id, model, usage: message.usage, parts: measureAnswer(message.content) })
  }
  return ledger.answers()
}

function sumByModel(answers: readonly CountedAnswer[]): UsageByModel {
  const sums = new Map<string, TokenUsage>()
  for (const { model, usage, visibleTokens } of answers) {
    const { atLeast, isEstimated } = judgeOutput(usage.output_tokens, visibleTokens)
    const own = { ...readUsage(usage), ...(isEstimated && { outputAtLeast: atLeast }) }
    sums.set(model, addUsage(sums.get(model) ?? NO_USAGE, own))
  }
  return Object.fromEntries(sums)
}

/** Counts calls by how they ended into `tools`; gives the number of those that a subagent worked for. */
function countTools(items: readonly PersonItem[], tools: Record<ToolStatus, number>): number {
  let subagents = 0
  for (const item of items) {
    if (item.kind !== 'tool') continue
    tools[item.story.status] += 1
    if (item.story.children.length > 0) subagents += 1 + countTools(item.story.children, tools)
  }
  return subagents
}

function computeSpan(messages: readonly TranscriptEntry[]): { startedAt?: string; durationMs?: number } {
  const times = messages.map(message => Date.parse(message.timestamp)).filter(time => !Number.isNaN(time))
  if (times.length === 0) return {}
  const first = times.reduce((one, other) => Math.min(one, other))
  const last = times.reduce((one, other) => Math.max(one, other))
  return { startedAt: new Date(first).toISOString(), durationMs: last - first }
}
