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
import { ECHO, exchange, expectAlive, open, toBody, toRequest } from './raw-client.ts'

let running: Simulator | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})

async function start(model: SimulatedModel, options: SimulatorOptions = {}): Promise<Simulator> {
  running = await startSimulator({ model, ...options })
  return running
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
