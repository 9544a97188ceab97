import { createRequire } from 'node:module'

type Message = {
  readonly verify: (value: object) => string | null
  readonly fromObject: (value: object) => object
  readonly encode: (value: object) => { readonly finish: () => Uint8Array }
  readonly decode: (bytes: Uint8Array) => object
  readonly toObject: (value: object, options: object) => object
}

// Generated of OTLP's own definitions: what a collector reads.
const root = createRequire(import.meta.url)('@opentelemetry/otlp-transformer/build/src/generated/root.js')
const { collector } = root.opentelemetry.proto
const MESSAGES: Readonly<Record<string, Message>> = {
  resourceSpans: collector.trace.v1.ExportTraceServiceRequest,
  resourceMetrics: collector.metrics.v1.ExportMetricsServiceRequest,
  resourceLogs: collector.logs.v1.ExportLogsServiceRequest,
}

/**
 * What of a message in OTLP's JSON form a collector would not understand: by the definitions it becomes bytes, and comes
 * back with every field that was said. Empty where all of it does.
 */
export function judgeOtlp(text: string): readonly string[] {
  const said = JSON.parse(text) as Readonly<Record<string, unknown>>
  const kind = Object.keys(said).find(name => Object.hasOwn(MESSAGES, name))
  const message = kind === undefined ? undefined : MESSAGES[kind]
  if (!message) return [`${Object.keys(said).join(', ')} is no message of OTLP`]
  const given = withBytes(said) as object
  const back = message.toObject(message.decode(message.encode(message.fromObject(given)).finish()), {
    longs: String,
    enums: Number,
    bytes: Array,
    arrays: true,
  })
  return compare(withArrays(given), back, '')
}

/** Ids are hexadecimal digits in the JSON form, and bytes in the definitions. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      /^(?:traceId|spanId|parentSpanId)$/.test(name) ? Buffer.from(String(inner), 'hex') : withBytes(inner),
    ]),
  )
}

function withArrays(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value]
  if (Array.isArray(value)) return value.map(withArrays)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withArrays(inner)]))
}

function compare(said: unknown, back: unknown, path: string): readonly string[] {
  if (typeof said !== 'object' || said === null)
    return isSame(said, back) ? [] : [`${path}: ${JSON.stringify(said)} is read as ${JSON.stringify(back)}`]
  return Object.entries(said).flatMap(([name, inner]) => {
    const read = (back as Readonly<Record<string, unknown>> | undefined)?.[name]
    return compare(inner, read, `${path}.${name}`)
  })
}

/** What is as if it was not said does not come back. */
function isSame(said: unknown, back: unknown): boolean {
  if (back === undefined) return said === 0 || said === '' || said === '0' || said === false
  return typeof said === 'number' || typeof back === 'number' ? Number(said) === Number(back) : said === back
}
