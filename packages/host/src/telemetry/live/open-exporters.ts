import { setTimeout as sleep } from 'node:timers/promises'
import { describeProgram } from '../describe-program.ts'
import { LAST_MS } from '../open-telemetry.ts'
import type { OtlpSource } from '../otlp/attributes.ts'
import { createBatchExporter } from '../otlp/batch-exporter.ts'
import { encodeLogs, type LogRecord } from '../otlp/encode-logs.ts'
import { encodeMetrics } from '../otlp/encode-metrics.ts'
import { encodeTraces, type TraceSpan } from '../otlp/encode-traces.ts'
import type { Meters } from '../otlp/meters.ts'
import { postOtlp } from '../otlp/post-otlp.ts'
import {
  isDisabled,
  listExporters,
  readEvery,
  readResource,
  readTelemetrySettings,
  type TelemetryEnvironment,
  type TelemetrySignal,
} from '../telemetry-settings.ts'

export type OpenExportersOptions = {
  readonly env: TelemetryEnvironment
  readonly meters: Meters<never>
  readonly temporality: 'cumulative' | 'delta'
  /** Where `console` goes; null where it would stand between what a person reads. */
  readonly console: ((text: string) => void) | null
}

/** Where what is told of an agent goes. */
export interface Exporters {
  span(span: TraceSpan): void
  record(record: LogRecord): void
  /** Why something that was asked for is not told. */
  readonly problems: readonly string[]
  /** Tells the last of it, and waits for that no longer than a moment. */
  close(): Promise<void>
}

type Sender = { readonly everyMs: number; readonly send: (body: string) => Promise<boolean> }

/** Opens what the environment asks for. A collector that is away, slow or wrong is nobody's trouble but its own. */
export function openExporters({ env, meters, temporality, console }: OpenExportersOptions): Exporters {
  const problems: string[] = []
  const closing = new AbortController()
  const source = describeProgram(readResource(env))
  const senders = Object.fromEntries(
    (['traces', 'metrics', 'logs'] as const).map(signal => [
      signal,
      findSender(signal, { env, console, problems, closing: closing.signal }),
    ]),
  ) as Readonly<Record<TelemetrySignal, Sender | null>>
  const spans = openBatches<TraceSpan>(senders.traces, items => encodeTraces(items, source))
  const records = openBatches<LogRecord>(senders.logs, items => encodeLogs(items, source))
  const metrics = openMetrics(senders.metrics, { meters, temporality, source })
  return {
    span: span => spans?.add(span),
    record: record => records?.add(record),
    problems: [...new Set(problems)],
    async close() {
      const last = Promise.all([spans?.close(), records?.close(), metrics?.close()])
      const done = new AbortController()
      await Promise.race([last, sleep(LAST_MS, undefined, { signal: done.signal }).catch(() => undefined)])
      done.abort()
      closing.abort()
    },
  }
}

type Finding = Pick<OpenExportersOptions, 'env' | 'console'> & {
  readonly problems: string[]
  readonly closing: AbortSignal
}

function findSender(signal: TelemetrySignal, { env, console, problems, closing }: Finding): Sender | null {
  if (isDisabled(env)) return null
  const settings = readTelemetrySettings(env, signal)
  if (settings && 'problem' in settings) problems.push(`${settings.problem}.`)
  for (const name of listExporters(env, signal))
    if (!KNOWN.has(name))
      problems.push(
        `OTEL_${signal.toUpperCase()}_EXPORTER: ${name} is not known; otlp, console and none are.`,
      )
  const isConsole = listExporters(env, signal).includes('console') && console !== null
  const address = settings && !('problem' in settings) ? settings : null
  if (!address && !isConsole) return null
  return {
    everyMs: readEvery(env, signal),
    async send(body) {
      if (isConsole) console(`${body}\n`)
      return address ? postOtlp(address, body, address.timeoutMs, closing) : true
    },
  }
}

const KNOWN: ReadonlySet<string> = new Set(['otlp', 'console', 'none', ''])

function openBatches<T>(sender: Sender | null, encode: (items: readonly T[]) => string) {
  return (
    sender && createBatchExporter<T>({ everyMs: sender.everyMs, send: items => sender.send(encode(items)) })
  )
}

type MetricsOptions = Pick<OpenExportersOptions, 'meters' | 'temporality'> & { readonly source: OtlpSource }

function openMetrics(sender: Sender | null, { meters, temporality, source }: MetricsOptions) {
  if (!sender) return null
  let startedAt = Date.now()
  let sending: Promise<void> | null = null
  const tell = async (): Promise<void> => {
    const readings = meters.read().filter(({ points }) => points.length > 0)
    if (readings.length === 0) return
    const now = Date.now()
    const isTold = await sender.send(encodeMetrics(readings, { ...source, startedAt, now, temporality }))
    if (!isTold || temporality !== 'delta') return
    meters.forget(readings)
    startedAt = now
  }
  const timer = setInterval(() => {
    sending ??= tell().finally(() => {
      sending = null
    })
  }, sender.everyMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await sending
      await tell()
    },
  }
}
