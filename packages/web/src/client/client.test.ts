import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Client, createClient } from './client.ts'
import { readFailure } from './failure.ts'
import { readLines, readServerEvents } from './read-lines.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(answer: {
  status?: number
  body: string
}): Promise<{ client: Client; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(answer.status ?? 200)
    response.end(answer.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return { client: createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), asked }
}

const { signal } = new AbortController()

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

describe('the HTTP client', () => {
  it('asks for a page by its position, and of a subagent by its name', async () => {
    const { client, asked } = await serve({
      body: '{"entries":[],"from":0,"to":0,"end":0,"agentIds":[]}',
    })
    await client.get('page', { session: 'a/b', before: 7, agentId: 'x' }, signal)
    await client.get('entry', { session: 'a', seq: 3 }, signal)
    expect(asked).toEqual([
      'GET /api/page?session=a%2Fb&before=7&agentId=x',
      'GET /api/entry?session=a&seq=3',
    ])
  })
  it('reads rows line by line', async () => {
    const rows = [1, 2].map(seq => ({ seq, uuid: null, kind: 'prompt', marks: 1 }))
    const { client } = await serve({ body: rows.map(row => JSON.stringify(row)).join('\n\n') })
    expect(await collect(client.lines('find', { session: 'a', q: 'x' }, signal))).toEqual(rows)
  })
  it('reads events and leaves comments out', async () => {
    const { client } = await serve({ body: ':\n\nid: 4\ndata: {"kind":"restart"}\n\n' })
    expect(await collect(client.events('follow', { session: 'a', from: 4 }, signal))).toEqual([
      { kind: 'restart' },
    ])
  })
  it.each([
    [401, 'unauthorized'],
    [404, 'missing'],
    [500, 'broken'],
  ])('tells a status %i as %s', async (status, failure) => {
    const { client } = await serve({ status, body: '' })
    const error = await client.get('page', { session: 'a' }, signal).catch((thrown: unknown) => thrown)
    expect(readFailure(error)).toBe(failure)
  })
  it('tells an error behind the first line as broken, and no answer as unreachable', async () => {
    const { client } = await serve({ body: '{"kind":"plan","files":1}\n{"error":"x"}\n' })
    const error = await collect(client.lines('doctor', {}, signal)).catch((thrown: unknown) => thrown)
    expect(readFailure(error)).toBe('broken')
    const nobody = createClient('http://127.0.0.1:1')
    const refused = await nobody.get('page', { session: 'a' }, signal).catch((thrown: unknown) => thrown)
    expect(readFailure(refused)).toBe('unreachable')
  })
})

describe('a server of another version', () => {
  it.each([
    ['one value', '', (client: Client) => client.get('page', { session: 'a' }, signal)],
    ['a line', '', (client: Client) => collect(client.lines('sessions', {}, signal))],
    [
      'an event',
      'data: ',
      (client: Client) => collect(client.events('follow', { session: 'a', from: 0 }, signal)),
    ],
    ['what is done', '', (client: Client) => client.post('doctor/mend', { session: 'a', fingerprint: 'x' })],
  ])('is told by the shape of %s', async (_, before, ask) => {
    const { client } = await serve({ body: `${before}{"kind":"newer"}\n\n` })
    const error = await ask(client).catch((thrown: unknown) => thrown)
    expect(readFailure(error)).toBe('outdated')
  })
})

describe('readLines', () => {
  it('finds lines across the parts of a stream, inside characters too', async () => {
    const bytes = new TextEncoder().encode('é一\r\nb\n\nlast')
    const parts = Array.from(bytes, byte => Uint8Array.of(byte))
    expect(await collect(readLines(toStream(parts)))).toEqual(['é一', 'b', '', 'last'])
  })
  it('joins the data of an event', async () => {
    const bytes = new TextEncoder().encode('data: a\ndata:b\nevent: x\n\ndata: unfinished')
    expect(await collect(readServerEvents(toStream([bytes])))).toEqual(['a\nb'])
  })
})

function toStream(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}
