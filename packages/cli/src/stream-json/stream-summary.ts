import { isObject } from '@antiphon/contract'
import { createUsageLedger, sumAnswers, type WireEvent } from '@antiphon/core'
import { formatCount, formatDuration } from '@antiphon/core/ui'
import { type CountedAnswer, formatUsd } from '@antiphon/core/usage'
import { addWireEvent, type BadLine, EMPTY_WIRE_STATISTICS, type WireStatistics } from '@antiphon/core/wire'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { formatDivider } from '../view/layout.ts'
import {
  addTokenUsage,
  formatUsage,
  NO_USAGE,
  readCount,
  type TokenUsage,
  type UsageByModel,
} from '../view/token-usage.ts'

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
type StreamCost = {
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
      sums.set(model, addTokenUsage(sums.get(model) ?? NO_USAGE, usage))
    }
  }
  return Object.fromEntries(sums)
}

interface StreamLedger {
  event(event: WireEvent): void
  answers(): readonly CountedAnswer[]
}

/**
 * What the answers of a stream tell of their usage. The blocks of one answer are events with one id that each tell
 * the usage again; with partial messages the stream also tells how long it became.
 */
function createStreamLedger(): StreamLedger {
  const ledger = createUsageLedger()
  // Answers of subagents stream between those of the conversation.
  const open = new Map<unknown, { readonly id: string; readonly model: string }>()

  function add(session: unknown, message: unknown): { readonly id: string; readonly model: string } | null {
    if (!isObject(message) || !isObject(message.usage)) return null
    const model = typeof message.model === 'string' ? message.model : 'unknown model'
    const answer = { id: `${toText(session)}/${toText(message.id)}`, model }
    ledger.add({ ...answer, usage: message.usage })
    return answer
  }

  function addStreamed(event: Extract<WireEvent, { readonly type: 'stream_event' }>): void {
    const inner: unknown = event.event
    if (!isObject(inner)) return
    if (inner.type === 'message_start') {
      const answer = add(event.session_id, inner.message)
      if (answer) open.set(event.parent_tool_use_id, answer)
    }
    const answer = open.get(event.parent_tool_use_id)
    if (answer && inner.type === 'message_delta') ledger.add({ ...answer, usage: inner.usage })
  }

  return {
    event(event) {
      if (event.type === 'assistant') add(event.session_id, event.message)
      if (event.type === 'stream_event') addStreamed(event)
    },
    answers: ledger.answers,
  }
}

/** What is no text is no name; hostile objects throw when they are made one. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The last lines of a watched stream: turns, tools, trouble, time, cost, tokens. */
export function formatStreamSummary(summary: StreamSummary, screen: Screen): string[] {
  const { statistics, badLines, usage, cost, denials, isFinished } = summary
  const { errors, byType } = statistics
  const calls = Object.values(statistics.toolCalls).reduce((total, count) => total + count, 0)
  const results = byType.result ?? 0
  const failed = Math.max(0, errors.toolResults - denials)
  const trouble = [...(failed > 0 ? [`${failed} failed`] : []), ...(denials > 0 ? [`${denials} denied`] : [])]
  const parts = [
    isFinished ? formatCount(statistics.turns, 'turn') : 'no result',
    ...(results > 1 ? [formatCount(results, 'result')] : []),
    formatCount(calls, 'tool call') + (trouble.length > 0 ? ` (${trouble.join(', ')})` : ''),
    ...(errors.answers > 0 ? [formatCount(errors.answers, 'API error')] : []),
    ...(errors.retries > 0 ? [formatCount(errors.retries, 'retry', 'retries')] : []),
    ...(badLines > 0 ? [formatCount(badLines, 'bad line')] : []),
    ...(isFinished ? [formatDuration(statistics.durationMs)] : []),
    ...(isFinished || Object.keys(usage).length > 0 ? [formatStreamCost(cost)] : []),
  ]
  return [
    formatDivider('', screen),
    ...wrapText(parts.join(' · '), screen.width),
    ...formatUsage(usage, screen),
  ]
}

/** What a stream cost, and how sure that is. */
export function formatStreamCost({ usd, isKnown, source }: StreamCost): string {
  if (source === 'reported') return formatUsd(usd)
  if (isKnown) return `about ${formatUsd(usd)} so far`
  return usd > 0 ? `more than ${formatUsd(usd)}, a model has no known price` : 'cost unknown'
}
