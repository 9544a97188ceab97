import { BOUNDS, FLEET_METRICS, type MeterReading } from './fleet-meters.ts'

export type EncodeOptions = {
  readonly attributes: Readonly<Record<string, string>>
  readonly version: string
  /** Milliseconds of the epoch. */
  readonly startedAt: number
  readonly now: number
}

/** Readings as an `ExportMetricsServiceRequest` of OTLP, in its JSON form: sums since the start, 64-bit numbers as texts. */
export function encodeMetrics(readings: readonly MeterReading[], options: EncodeOptions): string {
  const { attributes, version, startedAt, now } = options
  const times = { startTimeUnixNano: toNanoseconds(startedAt), timeUnixNano: toNanoseconds(now) }
  const metrics = readings.map(({ name, sum, count, buckets }) => {
    const { kind, unit, words } = FLEET_METRICS[name]
    const about = { name, unit, description: words }
    if (kind !== 'histogram')
      return {
        ...about,
        sum: {
          aggregationTemporality: CUMULATIVE,
          isMonotonic: kind === 'counter',
          dataPoints: [{ ...times, asInt: String(Math.round(sum)) }],
        },
      }
    const point = { count: String(count), sum, bucketCounts: buckets.map(String), explicitBounds: BOUNDS }
    return {
      ...about,
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: [{ ...times, ...point }] },
    }
  })
  return JSON.stringify({
    resourceMetrics: [
      {
        resource: {
          attributes: Object.entries(attributes).map(([key, value]) => ({
            key,
            value: { stringValue: value },
          })),
        },
        scopeMetrics: [{ scope: { name: 'antiphon', version }, metrics }],
      },
    ],
  })
}

/** AGGREGATION_TEMPORALITY_CUMULATIVE. */
const CUMULATIVE = 2

function toNanoseconds(time: number): string {
  return `${BigInt(Math.round(time)) * 1_000_000n}`
}
