import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PRIVATE_ADDRESS } from '../../sandbox/private-address.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import { httpGet } from './fetch-page.ts'
import { createWebFetchTool, type WebFetchOptions } from './web-fetch-tool.ts'

let harness: ToolHarness
let server: Server
let origin: string
let requests: string[]
let clock: number
let answer: RequestListener

beforeEach(async () => {
  clock = Date.parse('2026-01-01T00:00:00Z')
  harness = await createToolHarness({ now: () => new Date(clock) })
  requests = []
  answer = (_, response) => void response.setHeader('content-type', 'text/plain').end('hello')
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  await harness.close()
})

function fetchWith(options: WebFetchOptions = {}, path = '/') {
  return harness.run(createWebFetchTool({ allowPrivateAddresses: true, ...options }), {
    url: origin + path,
    prompt: 'What is it?',
  })
}

function serve(type: string, body: string | Buffer, headers: Record<string, string> = {}): void {
  answer = (_, response) => void response.writeHead(200, { 'content-type': type, ...headers }).end(body)
}

describe('a page', () => {
  it('comes as text, with what programs want to know of it', async () => {
    const { text, outcome } = await fetchWith()
    expect(text).toBe('hello')
    expect(outcome.data).toEqual({
      bytes: 5,
      code: 200,
      codeText: 'OK',
      result: 'hello',
      durationMs: 0,
      url: `${origin}/`,
    })
  })

  it('of HTML becomes Markdown, with links that lead somewhere', async () => {
    serve('text/html; charset=utf-8', '<title>T</title><h1>Hi</h1><a href="/next">on</a>')
    expect((await fetchWith()).text).toBe(`Title: T\n\n# Hi\n\n[on](${origin}/next)`)
  })

  it('of JSON stays as it is', async () => {
    serve('application/vnd.api+json', '{"a": "<b>"}')
    expect((await fetchWith()).text).toBe('{"a": "<b>"}')
  })

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe4])],
    ['text/html', Buffer.from('<meta charset="windows-1252"><p>\xe4', 'latin1')],
    ['text/plain; charset=no-such-thing', Buffer.from('ä')],
    ['', Buffer.from('ä')],
    ['application/octet-stream', Buffer.from('ä')],
  ])('is decoded as it says (%s)', async (type, body) => {
    serve(type, body)
    expect((await fetchWith()).text).toBe('ä')
  })

  it.each([
    ['gzip', gzipSync('packed')],
    ['deflate', deflateSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['identity', Buffer.from('packed')],
  ])('is unpacked (%s)', async (encoding, body) => {
    serve('text/plain', body, { 'content-encoding': encoding })
    expect((await fetchWith()).text).toBe('packed')
  })

  it.each([
    ['image/png', Buffer.from('x')],
    ['application/pdf', Buffer.from('x')],
    ['application/octet-stream', Buffer.from([0, 1, 2])],
    ['', Buffer.from([0xff, 0xfe, 0xfd])],
  ])('that is no text is refused (%s)', async (type, body) => {
    serve(type, body)
    const { outcome, text } = await fetchWith()
    expect(outcome.isError).toBe(true)
    expect(text).toContain('cannot be read as text')
  })

  it('that is too large is refused, packed ones too', async () => {
    serve('text/plain', Buffer.alloc(3_000, 'a'))
    expect((await fetchWith({ maxBytes: 2_000 })).text).toContain('larger than 2.0 KB')
    serve('text/plain', gzipSync(Buffer.alloc(3_000_000, 'a')), { 'content-encoding': 'gzip' })
    expect((await fetchWith({ maxBytes: 20_000 })).text).toContain('larger than 20 KB')
  })

  it('that never ends is given up at the limit', async () => {
    answer = (_, response) => {
      response.setHeader('content-type', 'text/plain')
      const chunk = Buffer.alloc(10_000, 'a')
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, () => setImmediate(more))
      }
      more()
    }
    expect((await fetchWith({ maxBytes: 1_000_000 })).outcome.isError).toBe(true)
  })

  it('that is long is shown in part', async () => {
    serve('text/plain', 'x'.repeat(60_000))
    const { text } = await fetchWith()
    expect(text.length).toBeLessThan(50_200)
    expect(text).toContain('goes on')
  })

  it.each([
    [404, 'Not Found'],
    [500, 'Internal Server Error'],
    [304, 'Not Modified'],
  ])('with status %d is an error that says so', async (code, codeText) => {
    answer = (_, response) =>
      void response.writeHead(code, { 'content-type': 'text/html' }).end('<p>Oh dear</p>')
    const { outcome, text } = await fetchWith()
    expect(outcome.isError).toBe(true)
    expect(text).toContain(`answered with ${code} ${codeText}.`)
    if (code !== 304) expect(text).toContain('Oh dear')
  })

  it('without text says so', async () => {
    serve('text/html', '<script>app()</script>')
    expect((await fetchWith()).text).toBe('(The page has no text.)')
  })
})

describe('a server that does not answer', () => {
  it('is not waited for beyond the time-out', async () => {
    answer = () => {}
    expect((await fetchWith({ timeoutMs: 100 })).text).toContain('did not answer within 100 ms')
  })

  it('is not waited for after an interruption', async () => {
    const asked = new Promise<void>(resolve => {
      answer = () => resolve()
    })
    const fetching = fetchWith()
    await asked
    harness.abort()
    expect((await fetching).text).toBe('The fetch was interrupted.')
  })

  it('is told apart: refused, cut off, damaged', async () => {
    answer = (_, response) =>
      void response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy())
    expect((await fetchWith()).outcome.isError).toBe(true)
    serve('text/plain', 'not packed', { 'content-encoding': 'gzip' })
    expect((await fetchWith()).outcome.isError).toBe(true)
    await new Promise(resolve => server.close(resolve))
    expect((await fetchWith()).text).toContain('refuses the connection')
  })
})

describe('a redirect', () => {
  const redirect = (to: string, code = 302): void => {
    answer = (request, response) => {
      if (request.url === '/') response.writeHead(code, { location: to }).end()
      else response.setHeader('content-type', 'text/plain').end(`at ${request.url}`)
    }
  }

  it.each([301, 302, 303, 307, 308])('on the same host is followed (%d)', async code => {
    redirect('/there', code)
    expect((await fetchWith()).text).toBe('at /there')
  })

  it('to another host is reported, not followed', async () => {
    redirect('https://example.org/elsewhere')
    const { outcome, text } = await fetchWith()
    expect(outcome.isError).toBeUndefined()
    expect(text).toContain('https://example.org/elsewhere')
    expect(outcome.data).toMatchObject({ code: 302, codeText: 'Found', bytes: 0 })
  })

  it('to another port is another host', async () => {
    redirect('http://127.0.0.1:1/')
    expect((await fetchWith()).text).toContain('not followed')
  })

  it('that never ends is given up', async () => {
    answer = (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end()
    const { outcome, text } = await fetchWith()
    expect([outcome.isError, text]).toEqual([true, expect.stringContaining('more than 10 times')])
    expect(requests).toHaveLength(11)
  })
})

describe('what was asked', () => {
  it('is answered by the summariser, from the page', async () => {
    serve('text/html', '<p>The answer is 42.')
    const asked: unknown[] = []
    const { text, outcome } = await fetchWith({
      summarize: async ({ url, text, prompt }) => {
        asked.push({ url, text, prompt })
        return 'It is 42.'
      },
    })
    expect(asked).toEqual([{ url: `${origin}/`, text: 'The answer is 42.', prompt: 'What is it?' }])
    expect(text).toBe('It is 42.')
    expect(outcome.data).toMatchObject({ result: 'It is 42.', bytes: 20 })
  })

  it('is answered with the page itself when the summariser fails or says nothing', async () => {
    const failing = await fetchWith({ summarize: () => Promise.reject(new Error('overloaded')) })
    expect(failing.text).toBe(
      '(The question could not be put to the page: overloaded. This is its text.)\n\nhello',
    )
    expect((await fetchWith({ summarize: async () => ' ' })).text).toContain('hello')
  })
})

describe('the cache', () => {
  it('spares a second request for a quarter of an hour', async () => {
    const tool = createWebFetchTool({ allowPrivateAddresses: true })
    const ask = () => harness.run(tool, { url: `${origin}/#part`, prompt: 'x' })
    await ask()
    clock += 14 * 60_000
    await ask()
    expect(requests).toHaveLength(1)
    clock += 2 * 60_000
    await ask()
    expect(requests).toHaveLength(2)
  })

  it('keeps no failure', async () => {
    const tool = createWebFetchTool({ allowPrivateAddresses: true })
    answer = (_, response) => void response.writeHead(503).end()
    await harness.run(tool, { url: origin, prompt: 'x' })
    serve('text/plain', 'well again')
    expect((await harness.run(tool, { url: origin, prompt: 'x' })).text).toBe('well again')
  })
})

describe('this machine and its network', () => {
  it('are refused before anything happens', async () => {
    const { outcome, text } = await fetchWith({ allowPrivateAddresses: false })
    expect([outcome.isError, text]).toEqual([true, expect.stringContaining('own network')])
    expect(requests).toEqual([])
  })

  it('are refused when a name leads there', async () => {
    const url = new URL(origin.replace('127.0.0.1', 'localhost'))
    const request = httpGet(url, { allowPrivateAddresses: false, signal: AbortSignal.timeout(20_000) })
    await expect(request).rejects.toMatchObject({ code: PRIVATE_ADDRESS })
    expect(requests).toEqual([])
  })
})

it('is decided on by its address', async () => {
  const call = await harness.prepare(createWebFetchTool(), { url: 'http://example.org/a#b', prompt: 'x' })
  expect(call).toMatchObject({
    access: { kind: 'fetch', url: 'https://example.org/a' },
    isReadOnly: true,
    isConcurrencySafe: true,
  })
})
