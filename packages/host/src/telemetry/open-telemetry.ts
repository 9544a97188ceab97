import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { readVersion } from '../version.ts'
import { encodeMetrics } from './encode-metrics.ts'
import { createFleetMeters, type FleetMeters } from './fleet-meters.ts'
import { readTelemetrySettings, type TelemetrySettings } from './telemetry-settings.ts'

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
  const attributes = {
    'service.version': readVersion(),
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    ...settings.attributes,
  }
  const send = async (timeoutMs: number): Promise<void> => {
    const readings = meters.read()
    if (readings.length === 0) return
    const options = { attributes, version: readVersion(), startedAt, now: Date.now() }
    await post(settings, encodeMetrics(readings, options), timeoutMs)
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

const LAST_MS = 2000

async function post({ url, headers }: TelemetrySettings, body: string, timeoutMs: number): Promise<void> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.arrayBuffer()
  } catch {
    // The next one tells the same and more.
  }
}
