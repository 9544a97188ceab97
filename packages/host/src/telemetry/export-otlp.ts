import { isObject } from '@antiphon/contract'
import type { TranscriptEntry } from '@antiphon/core'
import { AGENT_USAGE } from '@antiphon/core/log'
import { readString } from '@antiphon/core/message'
import { addUsage, NO_USAGE_SUM, toUsageSum, type UsageSum } from '@antiphon/core/usage'
import { computeExportHeader, type ExportSource, findAgent } from '@antiphon/transcript'
import { readVersion } from '../version.ts'
import { encodeMetrics } from './otlp/encode-metrics.ts'
import { encodeTraces, type TraceSpan } from './otlp/encode-traces.ts'
import { createMeters } from './otlp/meters.ts'
import { measureHappening } from './session/measure-happening.ts'
import { AGENT_METRICS } from './session/telemetry-names.ts'
import { toSpan } from './session/to-span.ts'
import { createSessionTracer } from './session/trace-session.ts'

export type ExportOtlpOptions = {
  /** Whether what was said, called and returned is told. */
  readonly hasContent: boolean
  /** The folder that holds the session's `projects`: by it our own sessions are known. */
  readonly root: string
  /** What stands in the resource: `service.name` and kin. */
  readonly attributes: Readonly<Record<string, string>>
}

/**
 * A stored session as lines of OTLP in JSON: its spans, a trace a turn, then what its answers and calls came to. Ids are
 * made of the session's and the messages' own, so that it can be told again without being there twice.
 */
export function* exportOtlp(source: ExportSource, options: ExportOtlpOptions): Generator<string> {
  const { messages } = source.conversation
  const { session } = computeExportHeader(source)
  const sessionId = session ?? source.name
  const agentName = nameAgent(messages, options.root)
  const meters = createMeters(AGENT_METRICS)
  const otlp = { version: readVersion(), attributes: options.attributes }
  const toSpanOptions = {
    sessionId,
    agentVersion: readAgentVersion(messages),
    hasContent: options.hasContent,
  }
  let spans: TraceSpan[] = []
  const tracer = createSessionTracer({
    sessionId,
    agentName,
    usageOf: readToldUsage(source.conversation.unknown),
    onHappening(happening) {
      const span = toSpan(happening, toSpanOptions)
      if (span) spans.push(span)
      measureHappening(happening, { meters, claudeCode: null })
    },
  })
  const clock = createClock()
  for (const message of listMessages(source)) {
    tracer.take(message, clock.read(message))
    if (spans.length < PORTION) continue
    yield `${encodeTraces(spans, otlp)}\n`
    spans = []
  }
  tracer.end()
  if (spans.length > 0) yield `${encodeTraces(spans, otlp)}\n`
  const readings = meters.read()
  const times = { startedAt: clock.first(), now: clock.last(), temporality: 'delta' } as const
  if (readings.length > 0) yield `${encodeMetrics(readings, { ...otlp, ...times })}\n`
}

const PORTION = 200

/** The conversation, then those of agents that worked for it: each of their calls is known by then. */
function* listMessages({ conversation, subagents }: ExportSource): Generator<TranscriptEntry> {
  yield* conversation.messages
  for (const { agentId, messages } of subagents)
    for (const message of messages) yield agentId === null ? message : { ...message, agentId }
}

/** Tokens that an agent tells apart from its answers, by the answer. */
function readToldUsage(unknown: readonly Readonly<Record<string, unknown>>[]) {
  const told = new Map<string, UsageSum>()
  for (const { type, message } of unknown) {
    const id = type === AGENT_USAGE && isObject(message) ? readString(message, 'id') : undefined
    if (id !== undefined && isObject(message))
      told.set(id, addUsage(told.get(id) ?? NO_USAGE_SUM, toUsageSum(message.usage)))
  }
  return (id: string): UsageSum | undefined => told.get(id)
}

function nameAgent(messages: readonly TranscriptEntry[], root: string): string {
  const entrypoint = messages.map(message => readString(message, 'entrypoint')).find(Boolean)
  return findAgent({ root, ...(entrypoint !== undefined && { entrypoint }) })
}

function readAgentVersion(messages: readonly TranscriptEntry[]): string | undefined {
  return messages.map(message => readString(message, 'version')).find(Boolean)
}

/** The times of messages; one that tells none stands where the one before does. */
function createClock() {
  let first = 0
  let last = 0
  return {
    read(message: TranscriptEntry): number {
      const at = Date.parse(String(message.timestamp))
      const time = Number.isNaN(at) ? last : at
      if (time > 0 && (first === 0 || time < first)) first = time
      if (time > last) last = time
      return time
    },
    first: () => first,
    last: () => last,
  }
}
