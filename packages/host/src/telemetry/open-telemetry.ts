import { describeProgram } from './describe-program.ts'
import { createFleetMeters, type FleetMeters, toMetricReadings } from './fleet-meters.ts'
import { encodeMetrics } from './otlp/encode-metrics.ts'
import { postOtlp } from './otlp/post-otlp.ts'
import { readTelemetrySettings } from './telemetry-settings.ts'

/** Meters that are read now and then by a collector, where the environment names one. */
export type Telemetry = {
  readonly meters: FleetMeters
  /** Tells the last of it, and waits for that no longer than a moment. */
  readonly close: () => Promise<void>
}

/** What becomes of measurements is never a reason for work to fail: what cannot be told is told with the next. */
export function openTelemetry(env: Readonly<Record<string, string | undefined>>): Telemetry {
  const meters = createFleetMeters()
  const settings = readTelemetrySettings(env)
  if (settings === null || 'problem' in settings) return { meters, close: async () => {} }
  const startedAt = Date.now()
  const source = describeProgram(settings.attributes)
  const send = async (timeoutMs: number): Promise<void> => {
    const readings = meters.read()
    if (readings.length === 0) return
    const body = encodeMetrics(toMetricReadings(readings), { ...source, startedAt, now: Date.now() })
    await postOtlp(settings, body, timeoutMs)
  }
  const timer = setInterval(() => void send(settings.timeoutMs), settings.everyMs).unref()
  return {
    meters,
    async close() {
      clearInterval(timer)
      await send(Math.min(settings.timeoutMs, LAST_MS))
    },
  }
}

/** How long the last of it may take when a process ends. */
export const LAST_MS = 2000
