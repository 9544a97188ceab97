import { createUsageLedger } from '@antiphon/core'
import type { CountedAnswer } from '@antiphon/core/usage'
import type { AnswerReport } from './answer-report.ts'
import type { FileFacts } from './file-table.ts'
import type { ToolCall } from './scan-tool-calls.ts'

/** An answer as one file tells it: each id once, each count its maximum. */
export type FileAnswer = CountedAnswer & { readonly agent: string | null; readonly isCopy: boolean }

/** What one file says of usage. */
export type FileUsage = FileFacts & {
  readonly answers: readonly FileAnswer[]
  /** Null where nobody asked for tools. */
  readonly calls: readonly ToolCall[] | null
}

export const NO_FILE_USAGE: FileUsage = {
  answers: [],
  calls: null,
  sessionId: null,
  cwd: null,
  lastAt: null,
  damaged: 0,
}

/** Gathers what the lines of one file report, from nothing or from what was known of its beginning. */
export interface FileUsageBuilder {
  add(reports: readonly AnswerReport[]): void
  addCalls(calls: readonly ToolCall[]): void
  addDamage(stretches: number): void
  /** True if lines went on with an answer that was known: which of its parts they repeat cannot be told any more. */
  goesOn(): boolean
  build(): FileUsage
}

export function createFileUsageBuilder(known: FileUsage): FileUsageBuilder {
  const ledger = createUsageLedger()
  const facts = new Map<string, { readonly agent: string | null; readonly isCopy: boolean }>()
  const calls = new Map<string, ToolCall>()
  let hasCalls = known.calls !== null
  let { sessionId, cwd, lastAt, damaged } = known
  const knownIds = new Set(known.answers.map(({ id }) => id))
  let goesOn = false

  function addAnswer(answer: FileAnswer | AnswerReport): void {
    ledger.add(answer)
    const before = facts.get(answer.id)
    const agent = before?.agent ?? answer.agent
    const isCopy = answer.isCopy && before?.isCopy !== false
    if (agent !== before?.agent || isCopy !== before.isCopy) facts.set(answer.id, { agent, isCopy })
    if (answer.at !== null && (lastAt === null || answer.at > lastAt)) lastAt = answer.at
  }

  function addCall(call: ToolCall): void {
    const before = calls.get(call.id)
    calls.set(call.id, before ? mergeCalls(before, call) : call)
  }

  for (const answer of known.answers) addAnswer(answer)
  for (const call of known.calls ?? []) addCall(call)
  return {
    add(reports) {
      for (const report of reports) {
        addAnswer(report)
        goesOn ||= knownIds.has(report.id)
        sessionId ??= report.sessionId
        cwd ??= report.cwd
      }
    },
    addCalls(more) {
      hasCalls = true
      for (const call of more) addCall(call)
    },
    addDamage(stretches) {
      damaged += stretches
    },
    goesOn: () => goesOn,
    build: () => ({
      answers: ledger.answers().map(({ id, model, usage, isSubagent, at, visibleTokens }) => {
        const { agent, isCopy } = facts.get(id) ?? NO_FACTS
        return { id, model, usage, isSubagent, at, visibleTokens, agent, isCopy }
      }),
      calls: hasCalls ? [...calls.values()] : null,
      sessionId,
      cwd,
      lastAt,
      damaged,
    }),
  }
}

const NO_FACTS = { agent: null, isCopy: false } as const

/** A call and its result stand on different lines, and both may stand in several files. */
export function mergeCalls(one: ToolCall, other: ToolCall): ToolCall {
  return {
    id: one.id,
    name: one.name ?? other.name,
    resultTokens: maximum(one.resultTokens, other.resultTokens),
    at: one.at === null || (other.at !== null && other.at < one.at) ? other.at : one.at,
  }
}

function maximum(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.max(one, other)
}
