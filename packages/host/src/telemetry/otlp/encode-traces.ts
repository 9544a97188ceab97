import {
  type Attributes,
  encodeAttributes,
  encodeResource,
  encodeScope,
  type OtlpSource,
  toNanoseconds,
} from './attributes.ts'

/** Work that began and ended, as part of a trace. */
export type TraceSpan = {
  /** 32 and 16 hexadecimal digits. */
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: 'internal' | 'client'
  /** Milliseconds of the epoch. */
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Attributes
  /** Why it failed. */
  readonly error?: string | undefined
}

/** Spans as an `ExportTraceServiceRequest` of OTLP, in its JSON form. */
export function encodeTraces(spans: readonly TraceSpan[], source: OtlpSource): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: encodeResource(source),
        scopeSpans: [{ scope: encodeScope(source), spans: spans.map(encodeSpan) }],
      },
    ],
  })
}

function encodeSpan({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  startMs,
  endMs,
  attributes,
  error,
}: TraceSpan): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: encodeAttributes(attributes),
    status: error === undefined ? {} : { code: STATUS_CODE_ERROR, message: error },
  }
}

/** SPAN_KIND_INTERNAL, SPAN_KIND_CLIENT. */
const KINDS: Readonly<Record<TraceSpan['kind'], number>> = { internal: 1, client: 3 }
const STATUS_CODE_ERROR = 2
