import {
  type Attributes,
  encodeAttributes,
  encodeResource,
  encodeScope,
  type OtlpSource,
  toNanoseconds,
} from './attributes.ts'

export type MetricDefinition = {
  /** A sum that only grows, one that goes up and down, or how values are spread. */
  readonly kind: 'counter' | 'level' | 'histogram'
  readonly unit: string
  readonly words: string
  /** Of spreads: how many were not above each, and above the one before. */
  readonly bounds?: readonly number[]
  /** Of sums that are not counted in whole numbers. */
  readonly isDouble?: true
}

/** What a metric came to, by the attributes that tell its series apart. */
export type MetricReading = {
  readonly name: string
  readonly definition: MetricDefinition
  readonly points: readonly MetricPoint[]
}

export type MetricPoint = {
  readonly attributes: Attributes
  readonly sum: number
  readonly count: number
  readonly buckets: readonly number[]
}

export type EncodeMetricsOptions = OtlpSource & {
  /** Milliseconds of the epoch. */
  readonly startedAt: number
  readonly now: number
  /** `delta`: since the last time; else since the start. */
  readonly temporality?: 'cumulative' | 'delta'
}

/** Readings as an `ExportMetricsServiceRequest` of OTLP, in its JSON form. */
export function encodeMetrics(readings: readonly MetricReading[], options: EncodeMetricsOptions): string {
  const { startedAt, now, temporality = 'cumulative' } = options
  const times = { startTimeUnixNano: toNanoseconds(startedAt), timeUnixNano: toNanoseconds(now) }
  const aggregationTemporality = TEMPORALITIES[temporality]
  const metrics = readings.map(({ name, definition, points }) => {
    const { kind, unit, words } = definition
    const about = { name, unit, description: words }
    const dataPoints = points.map(point => ({
      ...(Object.keys(point.attributes).length > 0 && { attributes: encodeAttributes(point.attributes) }),
      ...times,
      ...encodePoint(point, definition),
    }))
    if (kind === 'histogram') return { ...about, histogram: { aggregationTemporality, dataPoints } }
    return { ...about, sum: { aggregationTemporality, isMonotonic: kind === 'counter', dataPoints } }
  })
  return JSON.stringify({
    resourceMetrics: [
      { resource: encodeResource(options), scopeMetrics: [{ scope: encodeScope(options), metrics }] },
    ],
  })
}

function encodePoint(
  { sum, count, buckets }: MetricPoint,
  { kind, bounds = [], isDouble }: MetricDefinition,
): object {
  if (kind === 'histogram')
    return { count: String(count), sum, bucketCounts: buckets.map(String), explicitBounds: bounds }
  return isDouble ? { asDouble: sum } : { asInt: String(Math.round(sum)) }
}

/** AGGREGATION_TEMPORALITY_DELTA, AGGREGATION_TEMPORALITY_CUMULATIVE. */
const TEMPORALITIES = { delta: 1, cumulative: 2 } as const
