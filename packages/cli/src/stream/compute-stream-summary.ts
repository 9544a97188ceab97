import {
  addWireEvent,
  type BadLine,
  EMPTY_WIRE_STATISTICS,
  isObject,
  type WireEvent,
  type WireStatistics,
} from '@antiphon/core'
import {
  addUsage,
  NO_USAGE,
  readCount,
  readUsage,
  type TokenUsage,
  type UsageByModel,
} from '../view/token-usage.ts'

/** What a stream amounted to so far. */
export type StreamSummary = {
  readonly statistics: WireStatistics
  readonly badLines: number
  readonly usage: UsageByModel
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
  const answers = new Map<string, Answer>()
  const reported = new Map<string, unknown>()
  return {
    event(event) {
      statistics = addWireEvent(statistics, event)
      if (event.type === 'assistant') addAnswer(answers, event.message)
      if (event.type === 'result' && isObject(event.modelUsage))
        reported.set(String(event.session_id), event.modelUsage)
    },
    badLine() {
      badLines += 1
    },
    summary() {
      const usage = reported.size > 0 ? sumReported(reported.values()) : sumAnswers(answers.values())
      return { statistics, badLines, usage }
    },
  }
}

type Answer = { readonly model: string; readonly usage: TokenUsage }

/** The blocks of one answer are events with one id, and each tells the usage again. */
function addAnswer(answers: Map<string, Answer>, message: unknown): void {
  if (!isObject(message) || !isObject(message.usage)) return
  const model = typeof message.model === 'string' ? message.model : 'unknown model'
  answers.set(String(message.id), { model, usage: readUsage(message.usage) })
}

function sumAnswers(answers: Iterable<Answer>): UsageByModel {
  const sums = new Map<string, TokenUsage>()
  for (const { model, usage } of answers) sums.set(model, addUsage(sums.get(model) ?? NO_USAGE, usage))
  return Object.fromEntries(sums)
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
