import { createUsageLedger } from '@antiphon/core'
import type { AnswerReport } from './answer-report.ts'
import {
  decodeAnswers,
  decodeCalls,
  encodeAnswers,
  encodeCalls,
  type FileAnswer,
  hashId,
  type KnownLog,
} from './known-log.ts'
import type { ScannedCall } from './scan-tool-calls.ts'
import { createAnswerMeasure, sumAnswerItems } from './usage-item.ts'

/** Gathers what the lines of one file report, from nothing or from what was known of its beginning. */
export interface FileUsageBuilder {
  add(reports: readonly AnswerReport[]): void
  addCalls(calls: readonly ScannedCall[]): void
  addDamage(stretches: number): void
  /** True if lines went on with an answer that was known: which of its parts they repeat cannot be told any more. */
  goesOn(): boolean
  build(): Omit<KnownLog, 'state'>
}

export function createFileUsageBuilder(known: KnownLog | undefined, hasTools: boolean): FileUsageBuilder {
  const ledger = createUsageLedger()
  const owners = new Map<string, { readonly agent: string | null; readonly isCopy: boolean }>()
  const calls = new Map<string, ScannedCall>()
  let { sessionId, cwd, lastAt, damaged } = known?.facts ?? NO_FACTS
  const knownAnswers = known ? decodeAnswers(known.answers) : []
  const knownIds = new Set(knownAnswers.map(({ id }) => id))
  let goesOn = false

  function addAnswer(answer: FileAnswer | AnswerReport): void {
    ledger.add(answer)
    const before = owners.get(answer.id)
    const agent = before?.agent ?? answer.agent
    const isCopy = answer.isCopy && before?.isCopy !== false
    if (agent !== before?.agent || isCopy !== before.isCopy)
      owners.set(answer.id, agent === null && !isCopy ? NO_OWNER : { agent, isCopy })
    if (answer.at !== null && (lastAt === null || answer.at > lastAt)) lastAt = answer.at
  }

  function addCall(call: ScannedCall): void {
    const before = calls.get(call.id)
    calls.set(call.id, before ? mergeCalls(before, call) : call)
  }

  for (const answer of knownAnswers) addAnswer(answer)
  for (const call of known?.calls && hasTools ? decodeCalls(known.calls) : []) addCall(call)
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
      for (const call of more) addCall(call)
    },
    addDamage(stretches) {
      damaged += stretches
    },
    goesOn: () => goesOn,
    build() {
      const answers = ledger.answers().map((answer): FileAnswer => {
        const { id, model, usage, isSubagent, at, visibleTokens } = answer
        const { agent, isCopy } = owners.get(id) ?? NO_OWNER
        return { id, model, usage, isSubagent, at, visibleTokens, agent, isCopy }
      })
      return {
        facts: { sessionId, cwd, lastAt, damaged },
        items: sumAnswerItems(answers, createAnswerMeasure()),
        hashes: Uint32Array.from(answers, ({ id }) => hashId(id)),
        answers: encodeAnswers(answers),
        calls: hasTools ? encodeCalls([...calls.values()]) : null,
      }
    },
  }
}

const NO_FACTS = { sessionId: null, cwd: null, lastAt: null, damaged: 0 } as const
const NO_OWNER = { agent: null, isCopy: false } as const

/** A call and its result stand on different lines, and both may stand in several files. */
export function mergeCalls(one: ScannedCall, other: ScannedCall): ScannedCall {
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
