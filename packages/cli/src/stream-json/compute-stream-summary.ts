import { isObject } from '@antiphon/contract'
import { sumAnswers, type WireEvent } from '@antiphon/core'
import { addWireEvent, type BadLine, EMPTY_WIRE_STATISTICS, type WireStatistics } from '@antiphon/core/wire'
import { addUsage, NO_USAGE, readCount, type TokenUsage, type UsageByModel } from '../view/token-usage.ts'
import { createStreamLedger } from './stream-ledger.ts'

/** What a stream amounted to so far. */
export type StreamSummary = {
  readonly statistics: WireStatistics
  readonly badLines: number
  readonly usage: UsageByModel
  readonly cost: StreamCost
  /** Calls that were not allowed. */
  readonly denials: number
  /** Whether every session has told its result. */
  readonly isFinished: boolean
}

/** `reported` is what the program said; `computed` is ours, from what the answers told so far. */
export type StreamCost = {
  readonly usd: number
  readonly isKnown: boolean
  readonly source: 'reported' | 'computed'
}

export interface StreamCounter {
  event(event: WireEvent): void
  badLine(line: BadLine): void
  summary(): StreamSummary
}

/** Counts a stream while it flows. */
export function createStreamCounter(): StreamCounter {
  let statistics = EMPTY_WIRE_STATISTICS
  let badLines = 0
  const ledger = createStreamLedger()
  const reported = new Map<string, unknown>()
  const denied = new Set<unknown>()
  return {
    event(event) {
      statistics = addWireEvent(statistics, event)
      ledger.event(event)
      for (const id of listDenied(event)) denied.add(id)
      if (event.type === 'result' && isObject(event.modelUsage))
        reported.set(String(event.session_id), event.modelUsage)
    },
    badLine() {
      badLines += 1
    },
    summary() {
      const { modelUsage, costUsd, isCostKnown } = sumAnswers(ledger.answers())
      const isFinished = Object.keys(statistics.bySession).length > 0
      return {
        statistics,
        badLines,
        usage: sumReported(reported.size > 0 ? reported.values() : [modelUsage]),
        cost: isFinished
          ? { usd: statistics.costUsd, isKnown: true, source: 'reported' }
          : { usd: costUsd, isKnown: isCostKnown, source: 'computed' },
        denials: denied.size,
        isFinished,
      }
    },
  }
}

/** The ids of the calls that an event says were denied. */
function listDenied(event: WireEvent): readonly unknown[] {
  if (event.type === 'system' && event.subtype === 'permission_denied') return [event.tool_use_id]
  const denials: unknown = event.type === 'result' ? event.permission_denials : undefined
  return Array.isArray(denials) ? denials.map(denial => (isObject(denial) ? denial.tool_use_id : denial)) : []
}

/** The last result of a session tells its whole usage, subagents and the final output included. */
function sumReported(reports: Iterable<unknown>): UsageByModel {
  const sums = new Map<string, TokenUsage>()
  for (const report of reports) {
    if (!isObject(report)) continue
    for (const [model, value] of Object.entries(report)) {
      const usage = {
        input: readCount(value, 'inputTokens'),
        output: readCount(value, 'outputTokens'),
        cacheRead: readCount(value, 'cacheReadInputTokens'),
        cacheWrite: readCount(value, 'cacheCreationInputTokens'),
      }
      sums.set(model, addUsage(sums.get(model) ?? NO_USAGE, usage))
    }
  }
  return Object.fromEntries(sums)
}
