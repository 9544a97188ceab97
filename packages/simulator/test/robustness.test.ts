import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  createScriptModel,
  type RequestRecord,
  type SimulatedModel,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../src/index.ts'

let running: Simulator | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function start(model: SimulatedModel, options: SimulatorOptions = {}): Promise<Simulator> {
  running = await startSimulator({ model, ...options })
  return running
}

const ECHO: SimulatedModel = {
  name: 'echo',
  answer: ({ messages }) => ({ blocks: [{ type: 'text', text: JSON.stringify(messages.at(-1)?.content) }] }),
}
const HEADERS = { 'x-api-key': 'any', 'anthropic-version': '2026-10-21' }

function toBody(content: string, rest: object = {}): string {
  const messages = [{ role: 'user', content }]
  return JSON.stringify({ model: 'claude-opus-5-5', max_tokens: 1000, messages, ...rest })
}

function ask({ url }: Simulator, content: string, rest: object = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, { method: 'POST', headers: HEADERS, body: toBody(content, rest) })
}

/** A request as bytes. */
function toRequest(body: string, { method = 'POST', path = '/v1/messages' } = {}): string {
  const headers = Object.entries({ host: '127.0.0.1', ...HEADERS, 'content-length': Buffer.byteLength(body) })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${body}`
}

/** A socket that never throws: what it is sent away with is not the question. */
function open({ port }: Simulator): Socket {
  return connect(port, '127.0.0.1').on('error', () => undefined)
}

/** Everything that comes back for these bytes until `isDone`, or until the connection closes. */
function exchange(
  simulator: Simulator,
  bytes: string | Uint8Array,
  isDone: (text: string) => boolean = () => false,
): Promise<string> {
  return new Promise(resolve => {
    const socket = open(simulator)
    let text = ''
    socket.setEncoding('latin1').on('data', data => {
      text += data
      if (isDone(text)) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.write(bytes)
  })
}

async function expectAlive(simulator: Simulator): Promise<void> {
  const response = await ask(simulator, 'still there?')
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('still there?')])
}

describe('a client that goes away', () => {
  it('in mid-stream ends its stream and nothing else', async () => {
    const text = 'a long story '.repeat(100)
    const model: SimulatedModel = {
      name: 'slow',
      answer: (request, turn) =>
        request.stream === true ? { blocks: [{ type: 'text', text }], pace: 5 } : ECHO.answer(request, turn),
    }
    const simulator = await start(model)
    const sockets = Array.from({ length: 20 }, () => open(simulator))
    for (const socket of sockets) {
      socket.write(toRequest(toBody('go', { stream: true })))
      socket.once('data', () => socket.destroy())
    }
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('close', resolve))))
    await expectAlive(simulator)
    expect(simulator.log.all().filter(({ isStream }) => isStream)).toHaveLength(20)
  })

  it('while the model thinks is told to the model, and the log says that nobody was answered', async () => {
    let aborted = (): void => undefined
    const abort = new Promise<void>(resolve => (aborted = resolve))
    const model: SimulatedModel = {
      name: 'thoughtful',
      answer: (request, turn) =>
        request.max_tokens === 1
          ? new Promise<Answer>((_, reject) => {
              turn.signal.addEventListener('abort', () => {
                aborted()
                reject(new Error('gone'))
              })
              socket.destroy()
            })
          : ECHO.answer(request, turn),
    }
    const simulator = await start(model)
    const socket = open(simulator)
    socket.write(toRequest(toBody('go', { max_tokens: 1 })))
    await abort
    const record = await simulator.log.waitFor(({ number }) => number === 0, AbortSignal.timeout(10_000))
    expect(record).toMatchObject({ status: 0, answer: null, refusal: null })
    await expectAlive(simulator)
  })

  it('in the middle of its body is forgotten', async () => {
    const simulator = await start(ECHO)
    const whole = toRequest(toBody('half'))
    for (const length of [10, 100, whole.length - 1]) {
      const socket = open(simulator)
      socket.write(whole.slice(0, length), () => socket.destroy())
      await new Promise(resolve => socket.once('close', resolve))
    }
    await expectAlive(simulator)
  })

  it('ends its delay, its slow stream and its timeout', async () => {
    const hour = 3_600_000
    let asked = (): void => undefined
    const isAsked = new Promise<void>(resolve => {
      asked = resolve
    })
    const late = (): Answer => {
      asked()
      return { blocks: [{ type: 'text', text: 'late' }], delay: hour }
    }
    const simulator = await start(createScriptModel([late, { text: 'slow', pace: hour }]), {
      faults: [{ fault: { kind: 'timeout', milliseconds: hour }, after: 2 }],
    })
    const recorded = (number: number): Promise<RequestRecord> =>
      simulator.log.waitFor(record => record.number === number, AbortSignal.timeout(20_000))
    for (const isUnderWay of [() => isAsked, () => recorded(1), () => recorded(2)]) {
      const socket = open(simulator)
      socket.write(toRequest(toBody('wait', { stream: true })))
      await isUnderWay()
      socket.destroy()
    }
    expect((await recorded(0)).status).toBe(0)
    expect((await recorded(2)).status).toBe(0)
  })
})

describe('a slow reader', () => {
  it('slows its stream down and gets all of it', async () => {
    const text = 'x'.repeat(4_000_000)
    const simulator = await start({ name: 'long', answer: () => ({ blocks: [{ type: 'text', text }] }) })
    const socket = open(simulator)
    let size = 0
    let tail = ''
    socket.write(toRequest(toBody('go', { stream: true })))
    await new Promise(resolve => socket.once('readable', resolve))
    // The socket buffers of both sides fill up, and the simulator has to wait.
    await setTimeout(50)
    socket.setEncoding('latin1').on('data', (data: string) => {
      size += data.length
      tail = (tail + data).slice(-200)
      if (tail.endsWith('\r\n0\r\n\r\n')) socket.destroy()
    })
    await new Promise(resolve => socket.once('close', resolve))
    expect(tail).toContain('event: message_stop')
    expect(size).toBeGreaterThan(text.length)
  })
})

describe('one connection', () => {
  it('carries many requests at once, answered in their order', async () => {
    const simulator = await start(ECHO)
    const requests = Array.from({ length: 30 }, (_, index) =>
      toRequest(toBody(`question ${index}.`, { stream: index % 2 === 0 })),
    )
    const bad = toRequest('{"model"')
    const text = await exchange(simulator, [...requests, bad].join(''), all => all.includes('ENV-03'))
    const order = [...text.matchAll(/question (\d+)\./g)].map(([, index]) => Number(index))
    expect(order).toEqual(Array.from({ length: 30 }, (_, index) => index))
    await expectAlive(simulator)
  })
})

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
      'anthropic-beta': 'a-2025-01-01,'.repeat(500),
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
