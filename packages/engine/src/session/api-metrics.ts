import { type ApiMetrics, createApiMetricsMessage, type SystemApiMetricsMessage } from '@antiphon/core'
import type { QueryEvent } from '../query/query-event.ts'

type Answer = { readonly ttftMs: number; readonly otps: number }

/** Watches how fast the API answers in a turn. */
interface ApiMetricsWatch {
  add(event: QueryEvent): void
  /** What was measured; nothing for a turn without an answer. */
  toMessages(turnDurationMs: number): readonly SystemApiMetricsMessage[]
}

/** Measures each answer: from its request to its first token, and from there to its end. */
export function createApiMetricsWatch(now: () => number): ApiMetricsWatch {
  const answers: Answer[] = []
  let requestedAt = 0
  let firstTokenAt: number | null = null
  let tokens = 0
  return {
    add(event) {
      if (event.type === 'stream_request_start') {
        requestedAt = now()
        firstTokenAt = null
        tokens = 0
      }
      if (event.type !== 'stream_event') return
      const { event: inner } = event
      if (inner.type === 'content_block_delta') firstTokenAt ??= now()
      if (inner.type === 'message_delta') tokens = inner.usage?.output_tokens ?? tokens
      if (inner.type !== 'message_stop' || firstTokenAt === null) return
      // A clock that stood still meanwhile must not give infinity, which JSON cannot hold.
      const seconds = Math.max(1, now() - firstTokenAt) / 1000
      answers.push({ ttftMs: firstTokenAt - requestedAt, otps: round(tokens / seconds) })
    },
    toMessages(turnDurationMs) {
      const metrics = summarize(answers)
      return metrics ? [createApiMetricsMessage({ ...metrics, turnDurationMs })] : []
    },
  }
}

/** One answer as it was, several by their medians. */
function summarize(answers: readonly Answer[]): ApiMetrics | null {
  const [first] = answers
  if (!first) return null
  if (answers.length === 1) return first
  return {
    ttftMs: median(answers.map(({ ttftMs }) => ttftMs)),
    otps: median(answers.map(({ otps }) => otps)),
    isP50: true,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return round((lower + upper) / 2)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
