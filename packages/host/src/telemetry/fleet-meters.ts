import type { MetricDefinition, MetricReading } from './otlp/encode-metrics.ts'

/** What is measured of a fleet, each with its unit and what it tells. */
export const FLEET_METRICS: Readonly<Record<FleetMetricName, FleetMetric>> = {
  'antiphon.store.append.duration': {
    kind: 'histogram',
    unit: 's',
    words: 'From an append to its acknowledgement',
  },
  'antiphon.store.append.entries': {
    kind: 'counter',
    unit: '{entry}',
    words: 'Entries that were acknowledged',
  },
  'antiphon.store.append.failures': { kind: 'counter', unit: '{append}', words: 'Appends that failed' },
  'antiphon.store.conflicts': {
    kind: 'counter',
    unit: '{append}',
    words: 'Appends refused: another writer has the log',
  },
  'antiphon.store.followers': { kind: 'level', unit: '{follower}', words: 'Logs that are being followed' },
  'antiphon.sync.lag': {
    kind: 'histogram',
    unit: 's',
    words: 'From the last write of a file to the store having it',
  },
  'antiphon.sync.bytes': { kind: 'counter', unit: 'By', words: 'Bytes that were mirrored' },
}

type FleetMetric = Pick<MetricDefinition, 'kind' | 'unit' | 'words'>

export type FleetMetricName =
  | 'antiphon.store.append.duration'
  | 'antiphon.store.append.entries'
  | 'antiphon.store.append.failures'
  | 'antiphon.store.conflicts'
  | 'antiphon.store.followers'
  | 'antiphon.sync.lag'
  | 'antiphon.sync.bytes'

/** Counts what happens in this process; cheap enough to be done whether anybody asks or not. */
export interface FleetMeters {
  /** Adds to a sum, or notes a value of a spread. */
  note(name: FleetMetricName, value: number): void
  /** All that was noted since the start. */
  read(): readonly MeterReading[]
}

export type MeterReading = {
  readonly name: FleetMetricName
  readonly sum: number
  readonly count: number
  /** How many were not above each bound, and above the bound before; the last is above all. */
  readonly buckets: readonly number[]
}

export function createFleetMeters(): FleetMeters {
  const known = new Map<FleetMetricName, { sum: number; count: number; readonly buckets: number[] }>()
  return {
    note(name, value) {
      const meter = known.get(name) ?? { sum: 0, count: 0, buckets: new Array(BOUNDS.length + 1).fill(0) }
      known.set(name, meter)
      meter.sum += value
      meter.count += 1
      if (FLEET_METRICS[name].kind !== 'histogram') return
      const bucket = BOUNDS.findIndex(bound => value <= bound)
      const place = bucket === -1 ? BOUNDS.length : bucket
      meter.buckets[place] = (meter.buckets[place] ?? 0) + 1
    },
    read: () => Array.from(known, ([name, meter]) => ({ name, ...meter, buckets: [...meter.buckets] })),
  }
}

/** What meters were read as, with what each of them is. */
export function toMetricReadings(readings: readonly MeterReading[]): readonly MetricReading[] {
  return readings.map(({ name, ...point }) => ({
    name,
    definition: { ...FLEET_METRICS[name], bounds: BOUNDS },
    points: [{ attributes: {}, ...point }],
  }))
}

/** Of spreads, in seconds: from a commit on a local disk to a host that was offline for weeks. */
const BOUNDS: readonly number[] = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ...[60, 600, 3600, 86_400, 604_800],
]
