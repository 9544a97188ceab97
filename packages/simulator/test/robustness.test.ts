import { afterEach, describe, expect, it } from 'vitest'
import { type SimulatedModel, type Simulator, type SimulatorOptions, startSimulator } from '../src/index.ts'
import { ask, ECHO, exchange, expectAlive, HEADERS, toBody, toRequest } from './raw-client.ts'

let running: Simulator | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function start(model: SimulatedModel, options: SimulatorOptions = {}): Promise<Simulator> {
  running = await startSimulator({ model, ...options })
  return running
}

describe('what is no request to the API', () => {
  it.each([
    ['GET', '/v1/messages', 405],
    ['DELETE', '/v1/messages', 405],
    ['OPTIONS', '/v1/messages', 405],
    ['HEAD', '/v1/messages', 405],
    ['POST', '/v1/models', 405],
    ['GET', '/model/claude-opus-5-5/invoke', 405],
    ['HEAD', '/v1/models', 200],
    ['HEAD', '/', 404],
    ['GET', '/', 404],
    ['GET', '/v1/models/%E0%A4%A', 404],
    ['POST', '/v1/messages/', 404],
    ['POST', '/v2/messages', 404],
    ['PROPFIND', '/v1/x', 404],
    ['GET', '/_simulator/', 404],
    ['POST', '//v1/messages', 404],
    ['OPTIONS', '*', 404],
    ['GET', 'http://[', 404],
  ])('%s %s is answered with its status', async (method, path, status) => {
    const simulator = await start(ECHO)
    const text = await exchange(simulator, toRequest('', { method, path }), all => all.includes('\r\n\r\n'))
    expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    await expectAlive(simulator)
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['TLS', Uint8Array.of(0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00)],
    ['a header of 100 KB', `POST /v1/messages HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['5,000 headers', `POST /v1/messages HTTP/1.1\r\n${'a: b\r\n'.repeat(5000)}\r\n`],
    ['a negative length', 'POST /v1/messages HTTP/1.1\r\ncontent-length: -1\r\n\r\n'],
    ['two lengths', 'POST /v1/messages HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['an unknown encoding', 'POST /v1/messages HTTP/1.1\r\nhost: a\r\ntransfer-encoding: x\r\n\r\n'],
    ['a broken chunk', 'POST /v1/messages HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
    ['control characters', 'POST /v1/messages HTTP/1.1\r\nhost: a\r\nx-api-key: \u0000\u0001\r\n\r\n'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['no host', 'POST /v1/messages HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ])('%s does no harm', async (_, bytes) => {
    const simulator = await start(ECHO)
    await exchange(simulator, bytes, text => text.includes('\r\n\r\n'))
    await expectAlive(simulator)
  })

  it('takes headers that are absurd but allowed', async () => {
    const simulator = await start(ECHO)
    const headers = {
      ...HEADERS,
      'anthropic-beta': 'files-api-2025-04-14,'.repeat(500),
      'x-api-key': 'ÿ'.repeat(2000),
      'x-amzn-errortype': 'constructor',
      expect: '100-continue',
    }
    const { expect: _, ...sendable } = headers
    const response = await fetch(`${simulator.url}/v1/messages`, {
      method: 'POST',
      headers: sendable,
      body: toBody('hi'),
    })
    expect(response.status).toBe(200)
    await expectAlive(simulator)
  })

  it('10,000 of them at once leave it standing', async () => {
    const simulator = await start(ECHO)
    const kinds = [
      toRequest('{'),
      toRequest('[]'),
      toRequest('null'),
      toRequest('{}', { path: '/model/x/invoke' }),
      toRequest('', { path: '/nowhere' }),
      toRequest(toBody('')),
      toRequest('', { method: 'GET' }),
      toRequest('{"a":1}', { path: '/v1/messages/count_tokens' }),
    ]
    const connections = 100
    const last = toRequest('', { path: '/the-last-one' }).replace('host:', 'connection: close\r\nhost:')
    const batch = Array.from({ length: 99 }, (_, index) => kinds[index % kinds.length]).join('')
    const counts = await Promise.all(
      Array.from({ length: connections }, async () => {
        const text = await exchange(simulator, `${batch}${last}`)
        return text.match(/HTTP\/1\.1 4\d\d/g)?.length
      }),
    )
    expect(counts).toEqual(Array.from({ length: connections }, () => 100))
    await expectAlive(simulator)
  })

  it('a page of the web neither steers it nor reads what it was asked', async () => {
    const simulator = await start(ECHO)
    const read = (headers: string): Promise<string> =>
      exchange(simulator, `GET /_simulator/requests HTTP/1.1\r\n${headers}\r\n`, all =>
        all.includes('\r\n\r\n'),
      )
    expect(await read('host: 127.0.0.1\r\n')).toContain('HTTP/1.1 200')
    expect(await read(`host: localhost:${simulator.port}\r\n`)).toContain('HTTP/1.1 200')
    expect(await read('host: 127.0.0.1\r\norigin: https://example.com\r\n')).toContain('HTTP/1.1 404')
    expect(await read('host: rebound.example.com\r\n')).toContain('HTTP/1.1 404')
  })
})

describe('a model that fails', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  it.each<[string, SimulatedModel['answer'], string]>([
    [
      'throws',
      () => {
        throw new Error('my own mistake')
      },
      'my own mistake',
    ],
    ['rejects', () => Promise.reject(new Error('later')), 'later'],
    [
      'throws no error',
      () => {
        throw 'just words'
      },
      'just words',
    ],
    ['says nothing', (() => undefined) as never, ''],
    ['says no blocks', (() => ({})) as never, ''],
    ['says what is no JSON', (() => ({ blocks: [{ type: 'text', text: 1n }] })) as never, ''],
    [
      'says what has no end',
      (() => ({ blocks: [{ type: 'tool_use', name: 'a', input: circular }] })) as never,
      '',
    ],
  ])('%s: the request gets a 500, and the simulator lives on', async (_, answer, message) => {
    let isFailing = true
    const simulator = await start({
      name: 'failing',
      answer: (request, turn) => (isFailing ? answer(request, turn) : ECHO.answer(request, turn)),
    })
    const response = await ask(simulator, 'x')
    const { error } = (await response.json()) as { error: { type: string; message: string } }
    expect([response.status, error.type]).toEqual([500, 'api_error'])
    expect(error.message).toContain(message)
    await ask(simulator, 'x', { stream: true })
      .then(
        streamed => streamed.text(),
        () => 'broken off',
      )
      .catch(() => 'broken off')
    isFailing = false
    await expectAlive(simulator)
  })
})
