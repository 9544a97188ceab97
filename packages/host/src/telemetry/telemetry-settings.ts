/** What is told of a program: where its work went, sums and spreads, single events. */
export type TelemetrySignal = 'traces' | 'metrics' | 'logs'

/** Where a signal goes, as OpenTelemetry's own variables say. */
export type TelemetrySettings = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly everyMs: number
  readonly timeoutMs: number
  /** What tells this program from others: `service.name` and kin. */
  readonly attributes: Readonly<Record<string, string>>
}

export type TelemetryEnvironment = Readonly<Record<string, string | undefined>>

/** Null where nobody wants any; `problem` where they want them in a way that is not spoken here. */
export function readTelemetrySettings(
  env: TelemetryEnvironment,
  signal: TelemetrySignal = 'metrics',
): TelemetrySettings | { readonly problem: string } | null {
  const name = signal.toUpperCase()
  const url = findUrl(env, signal)
  if (!url || isDisabled(env) || !listExporters(env, signal).includes('otlp')) return null
  const protocol = env[`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`] || env.OTEL_EXPORTER_OTLP_PROTOCOL || ''
  if (protocol === 'grpc')
    return {
      problem: `${WORDS[signal]} go over HTTP only: name the HTTP port of the collector (4318), not gRPC`,
    }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { problem: 'OTEL_EXPORTER_OTLP_ENDPOINT is no http or https address' }
  return {
    url,
    headers: readPairs(env[`OTEL_EXPORTER_OTLP_${name}_HEADERS`] || env.OTEL_EXPORTER_OTLP_HEADERS),
    everyMs: readEvery(env, signal),
    timeoutMs: readMs(env[`OTEL_EXPORTER_OTLP_${name}_TIMEOUT`] || env.OTEL_EXPORTER_OTLP_TIMEOUT, 10_000),
    attributes: readResource(env),
  }
}

/** `OTEL_SDK_DISABLED=true` ends all of it. */
export function isDisabled(env: TelemetryEnvironment): boolean {
  return env.OTEL_SDK_DISABLED?.toLowerCase() === 'true'
}

/** Where a signal is to go by its name: to a collector, to the console. Events are only told where somebody asks for them. */
export function listExporters(env: TelemetryEnvironment, signal: TelemetrySignal): readonly string[] {
  const said = env[`OTEL_${signal.toUpperCase()}_EXPORTER`]
  if (said) return said.split(',').map(name => name.trim())
  return signal === 'logs' ? [] : ['otlp']
}

/** How often a signal is told. */
export function readEvery(env: TelemetryEnvironment, signal: TelemetrySignal): number {
  if (signal === 'metrics') return readMs(env.OTEL_METRIC_EXPORT_INTERVAL, 60_000)
  return signal === 'traces'
    ? readMs(env.OTEL_TRACES_EXPORT_INTERVAL || env.OTEL_BSP_SCHEDULE_DELAY, 5000)
    : readMs(env.OTEL_LOGS_EXPORT_INTERVAL || env.OTEL_BLRP_SCHEDULE_DELAY, 5000)
}

/** `service.name` and whatever else the environment says of this program. */
export function readResource(env: TelemetryEnvironment): Readonly<Record<string, string>> {
  return {
    'service.name': 'antiphon',
    ...readPairs(env.OTEL_RESOURCE_ATTRIBUTES),
    ...(env.OTEL_SERVICE_NAME && { 'service.name': env.OTEL_SERVICE_NAME }),
  }
}

const WORDS: Readonly<Record<TelemetrySignal, string>> = {
  traces: 'traces',
  metrics: 'measurements',
  logs: 'events',
}

/** One for all signals has a path a signal behind it, one of a signal's own is as it is. Who asks for OTLP means the usual port. */
function findUrl(env: TelemetryEnvironment, signal: TelemetrySignal): string | undefined {
  const own = env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`]
  if (own) return own
  const isAsked = env[`OTEL_${signal.toUpperCase()}_EXPORTER`]?.includes('otlp') === true
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT || (isAsked ? 'http://localhost:4318' : undefined)
  return base && `${base.replace(/\/+$/, '')}/v1/${signal}`
}

/** `name=value,other=value`, with percent signs as in an address. */
function readPairs(text = ''): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap(pair => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())] as const] : []
  })
  return Object.fromEntries(pairs)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readMs(text: string | undefined, usual: number): number {
  const value = Number(text)
  return text !== undefined && Number.isInteger(value) && value > 0 ? value : usual
}
