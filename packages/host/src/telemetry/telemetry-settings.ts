/** Where measurements go, as OpenTelemetry's own variables say. */
export type TelemetrySettings = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly everyMs: number
  readonly timeoutMs: number
  /** What tells this program from others: `service.name` and kin. */
  readonly attributes: Readonly<Record<string, string>>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Null where nobody wants any; `problem` where they want them in a way that is not spoken here. */
export function readTelemetrySettings(
  env: Environment,
): TelemetrySettings | { readonly problem: string } | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT || (base && `${base.replace(/\/+$/, '')}/v1/metrics`)
  if (!url || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_METRICS_EXPORTER === 'none')
    return null
  const protocol = env.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || ''
  if (protocol === 'grpc')
    return { problem: 'measurements go over HTTP only: name the HTTP port of the collector (4318), not gRPC' }
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { problem: 'OTEL_EXPORTER_OTLP_ENDPOINT is no http or https address' }
  return {
    url,
    headers: readPairs(env.OTEL_EXPORTER_OTLP_METRICS_HEADERS || env.OTEL_EXPORTER_OTLP_HEADERS),
    everyMs: readMs(env.OTEL_METRIC_EXPORT_INTERVAL, 60_000),
    timeoutMs: readMs(env.OTEL_EXPORTER_OTLP_METRICS_TIMEOUT || env.OTEL_EXPORTER_OTLP_TIMEOUT, 10_000),
    attributes: {
      'service.name': 'antiphon',
      ...readPairs(env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME && { 'service.name': env.OTEL_SERVICE_NAME }),
    },
  }
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
