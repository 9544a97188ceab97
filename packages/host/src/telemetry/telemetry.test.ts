import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryStore } from '@antiphon/transcript'
import { afterEach, describe, expect, it } from 'vitest'
import { measureStore } from './measure-store.ts'
import { openTelemetry } from './open-telemetry.ts'
import { readTelemetrySettings } from './telemetry-settings.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** A collector that notes what it is told. */
async function startReceiver(): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

describe('measurements', () => {
  it('of appends, conflicts and followers reach the collector that the environment names', async () => {
    const { url, received } = await startReceiver()
    const { meters, close } = openTelemetry({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
      OTEL_RESOURCE_ATTRIBUTES: 'team=harbour',
      OTEL_SERVICE_NAME: 'agents',
    })
    const plain = createMemoryStore()
    const appendLines = async () => ({ status: 'appended', seq: 0 }) as const
    const store = measureStore({ ...plain, appendLines }, meters)
    const key = { project: '-a', session: 's' }
    const entry = { type: 'custom-title', customTitle: 'x', sessionId: 's' } as const
    await store.append(key, [entry, entry])
    expect(await store.append(key, [entry], { expectedSeq: 7 })).toMatchObject({ status: 'conflict' })
    const follower = store.follow(key, { from: 0 })[Symbol.asyncIterator]()
    await follower.next()
    await close()
    const [{ path, headers, body } = { path: '', headers: {}, body: '{}' }] = received
    expect([path, headers.authorization, headers['content-type']]).toEqual([
      ...['/v1/metrics', 'Bearer x', 'application/json'],
    ])
    const { resource, scopeMetrics } = JSON.parse(body).resourceMetrics[0]
    const attributes = Object.fromEntries(
      resource.attributes.map((one: { key: string; value: { stringValue: string } }) => [
        one.key,
        one.value.stringValue,
      ]),
    )
    expect(attributes).toMatchObject({ 'service.name': 'agents', team: 'harbour' })
    const metrics = new Map(
      scopeMetrics[0].metrics.map((metric: { name: string }) => [
        metric.name.replace('antiphon.store.', ''),
        metric,
      ]),
    )
    expect(metrics.get('append.entries')).toMatchObject({
      sum: { isMonotonic: true, dataPoints: [{ asInt: '2' }] },
    })
    expect(metrics.get('conflicts')).toMatchObject({ sum: { dataPoints: [{ asInt: '1' }] } })
    expect(metrics.get('followers')).toMatchObject({
      sum: { isMonotonic: false, dataPoints: [{ asInt: '1' }] },
    })
    const { histogram } = metrics.get('append.duration') as { histogram: { dataPoints: readonly [Spread] } }
    const [{ count, bucketCounts, explicitBounds }] = histogram.dataPoints
    expect([count, bucketCounts.length]).toEqual(['1', explicitBounds.length + 1])
    expect(bucketCounts.reduce((sum, one) => sum + Number(one), 0)).toBe(1)
    await follower.return?.()
    expect(meters.read().find(({ name }) => name === 'antiphon.store.followers')?.sum).toBe(0)
  })

  it('that nobody takes cost nobody anything', async () => {
    const { url } = await startReceiver()
    server?.close()
    const { meters, close } = openTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: url })
    meters.note('antiphon.sync.bytes', 1)
    await close()
  })
})

type Spread = {
  readonly count: string
  readonly bucketCounts: readonly string[]
  readonly explicitBounds: readonly number[]
}

describe('the variables of OpenTelemetry', () => {
  it('name where measurements go, or that they do not', () => {
    expect(readTelemetrySettings({})).toBeNull()
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(readTelemetrySettings(base)).toMatchObject({
      url: 'http://collector:4318/v1/metrics',
      everyMs: 60_000,
    })
    const own = {
      ...base,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://other/x',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    }
    expect(readTelemetrySettings(own)).toMatchObject({ url: 'http://other/x', everyMs: 500 })
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_METRICS_EXPORTER: 'none' }])
      expect(readTelemetrySettings({ ...base, ...off })).toBeNull()
    for (const wrong of [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'file:///x' },
    ])
      expect(readTelemetrySettings({ ...base, ...wrong })).toHaveProperty('problem')
  })
})
