import type { Attributes } from './attributes.ts'
import type { MetricDefinition, MetricPoint, MetricReading } from './encode-metrics.ts'

/** Counts what happens, by attributes. */
export interface Meters<Name extends string> {
  /** Adds to a sum, or notes a value of a spread. */
  note(name: Name, value: number, attributes?: Attributes): void
  /** All that was noted since the start, or since it was forgotten. */
  read(): readonly MetricReading[]
  /** Takes what was read off again: it was told. */
  forget(readings: readonly MetricReading[]): void
}

type OpenPoint = { readonly attributes: Attributes; sum: number; count: number; readonly buckets: number[] }

/** Meters of a table. A metric has at most so many series; what comes then counts in one of `otel.metric.overflow`. */
export function createMeters<Name extends string>(
  table: Readonly<Record<Name, MetricDefinition>>,
): Meters<Name> {
  const known = new Map<Name, Map<string, OpenPoint>>()

  function find(name: Name, attributes: Attributes): OpenPoint {
    const points = known.get(name) ?? new Map<string, OpenPoint>()
    known.set(name, points)
    const key = JSON.stringify(attributes)
    const found = points.get(key)
    if (found) return found
    if (points.size >= MOST_SERIES && attributes !== OVERFLOW) return find(name, OVERFLOW)
    const buckets = new Array((table[name].bounds?.length ?? 0) + 1).fill(0)
    const point = { attributes, sum: 0, count: 0, buckets }
    points.set(key, point)
    return point
  }

  return {
    note(name, value, attributes = {}) {
      const point = find(name, attributes)
      point.sum += value
      point.count += 1
      const { bounds } = table[name]
      if (!bounds) return
      const bucket = bounds.findIndex(bound => value <= bound)
      const place = bucket === -1 ? bounds.length : bucket
      point.buckets[place] = (point.buckets[place] ?? 0) + 1
    },
    read: () =>
      Array.from(known, ([name, points]) => ({
        name,
        definition: table[name],
        points: [...points.values()].map(point => ({ ...point, buckets: [...point.buckets] })),
      })),
    forget(readings) {
      for (const { name, points } of readings)
        for (const told of points) takeOff(known.get(name as Name), told)
    },
  }
}

const MOST_SERIES = 1000
const OVERFLOW: Attributes = { 'otel.metric.overflow': true }

function takeOff(points: Map<string, OpenPoint> | undefined, told: MetricPoint): void {
  const key = JSON.stringify(told.attributes)
  const point = points?.get(key)
  if (!points || !point) return
  if (point.count === told.count) {
    points.delete(key)
    return
  }
  point.sum -= told.sum
  point.count -= told.count
  told.buckets.forEach((count, index) => {
    point.buckets[index] = (point.buckets[index] ?? 0) - count
  })
}
