import {
  type Attributes,
  encodeAttributes,
  encodeResource,
  encodeScope,
  type OtlpSource,
  toNanoseconds,
} from './attributes.ts'

/** Something that happened at one time. */
export type LogRecord = {
  readonly atMs: number
  readonly name: string
  readonly attributes: Attributes
  /** The work during which it happened. */
  readonly traceId?: string
  readonly spanId?: string
}

/** Events as an `ExportLogsServiceRequest` of OTLP, in its JSON form. */
export function encodeLogs(records: readonly LogRecord[], source: OtlpSource): string {
  return JSON.stringify({
    resourceLogs: [
      {
        resource: encodeResource(source),
        scopeLogs: [{ scope: encodeScope(source), logRecords: records.map(encodeRecord) }],
      },
    ],
  })
}

function encodeRecord({ atMs, name, attributes, traceId, spanId }: LogRecord): object {
  return {
    timeUnixNano: toNanoseconds(atMs),
    observedTimeUnixNano: toNanoseconds(atMs),
    severityNumber: SEVERITY_INFO,
    severityText: 'INFO',
    body: { stringValue: name },
    attributes: encodeAttributes(attributes),
    ...(traceId !== undefined && { traceId }),
    ...(spanId !== undefined && { spanId }),
  }
}

const SEVERITY_INFO = 9
