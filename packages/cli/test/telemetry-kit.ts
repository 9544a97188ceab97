import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Told = {
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** A collector that keeps what it is told; by `answer` it may be slow, or refuse. */
export type Collector = {
  readonly url: string
  readonly told: readonly Told[]
  readonly close: () => Promise<void>
}

export async function startCollector(answer: 'takes' | 'hangs' | 'refuses' = 'takes'): Promise<Collector> {
  const told: Told[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    told.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString(), headers: request.headers })
    if (answer === 'hangs') return
    response.statusCode = answer === 'takes' ? 200 : 503
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type ToldSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly status: { readonly code?: number; readonly message?: string }
}

export type ToldPoint = {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly value: number
  readonly count: number
}

/** The spans of bodies. */
export function readSpans(bodies: readonly string[]): readonly ToldSpan[] {
  return bodies.flatMap(body =>
    list(JSON.parse(body).resourceSpans, 'scopeSpans', 'spans').map(span => ({
      ...(span as unknown as ToldSpan),
      attributes: readAttributes(span.attributes),
    })),
  )
}

/** The events of bodies, in their order. */
export function readEvents(bodies: readonly string[]): readonly Readonly<Record<string, unknown>>[] {
  return bodies.flatMap(body =>
    list(JSON.parse(body).resourceLogs, 'scopeLogs', 'logRecords').map(record => ({
      body: (record.body as { stringValue: string }).stringValue,
      ...readAttributes(record.attributes),
    })),
  )
}

/** The points of a metric in the last body that has it. */
export function readPoints(bodies: readonly string[], name: string): readonly ToldPoint[] {
  const metrics = bodies.flatMap(body => list(JSON.parse(body).resourceMetrics, 'scopeMetrics', 'metrics'))
  const metric = metrics.findLast(one => one.name === name) as Json | undefined
  const { dataPoints = [] } = (metric?.sum ?? metric?.histogram ?? {}) as { dataPoints?: readonly Json[] }
  return dataPoints.map(point => ({
    attributes: readAttributes(point.attributes),
    value: Number(point.asInt ?? point.asDouble ?? point.sum),
    count: Number(point.count ?? 1),
  }))
}

type Json = Readonly<Record<string, unknown>>

function list(resources: unknown, scopes: string, items: string): readonly Json[] {
  const all = (Array.isArray(resources) ? resources : []) as readonly Json[]
  return all.flatMap(one =>
    (one[scopes] as readonly Json[]).flatMap(scope => scope[items] as readonly Json[]),
  )
}

function readAttributes(attributes: unknown): Json {
  const pairs = (attributes ?? []) as readonly { readonly key: string; readonly value: Json }[]
  return Object.fromEntries(pairs.map(({ key, value }) => [key, readValue(value)]))
}

function readValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Json): unknown {
  if (arrayValue) return (arrayValue as { values: readonly Json[] }).values.map(readValue)
  return stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue))
}
