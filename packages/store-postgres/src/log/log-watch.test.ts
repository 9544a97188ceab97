import { describe, expect, it } from 'vitest'
import type { Connections, Row, Statement } from '../connection/connections.ts'
import { createLogWatch } from './log-watch.ts'

const LIFE = 'life'
const rowOf = (name: string, end: number): Row => [name, LIFE, '2026-01-01', end]

/** A server that answers when it is told to. */
function createSlowServer(): {
  connections: Connections
  asked: { names: string[]; answer: (rows: Row[]) => void }[]
} {
  const asked: { names: string[]; answer: (rows: Row[]) => void }[] = []
  const run = ({ values }: Statement): Promise<readonly Row[]> =>
    new Promise(resolve => asked.push({ names: values[0] as string[], answer: resolve }))
  const connections: Connections = {
    ...{ run, runAgain: run },
    transact: () => Promise.reject(new Error('not asked for')),
    retry: () => ({ next: () => Promise.resolve() }),
    server: () => 'here',
    close: () => Promise.resolve(),
  }
  return { connections, asked }
}

describe('createLogWatch', () => {
  it('tells nothing of a log that was not asked for when the question was sent', async () => {
    const { connections, asked } = createSlowServer()
    const watch = createLogWatch(connections, 1)
    const stop = new AbortController()
    const known = { life: LIFE, born: '2026-01-01', end: 5 }
    const first = watch.next('one', known, stop.signal)
    const second = watch.next('two', known, stop.signal)
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.names).toEqual(['one'])
    asked[0]?.answer([rowOf('one', 6)])
    expect(await first).toEqual({ ...known, end: 6 })
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]?.names).toEqual(['two'])
    asked[1]?.answer([rowOf('two', 7)])
    expect(await second).toEqual({ ...known, end: 7 })
    stop.abort()
  })

  it('leaves no listener behind on a signal that lives long', async () => {
    const { connections, asked } = createSlowServer()
    const watch = createLogWatch(connections, 1)
    const signal = new AbortController().signal
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--
      remove(...args)
    }
    for (let end = 1; end < 4; end++) {
      const next = watch.next('one', { life: LIFE, born: '2026-01-01', end }, signal)
      await expect.poll(() => asked.length).toBe(end)
      asked[end - 1]?.answer([rowOf('one', end + 1)])
      expect(await next).toMatchObject({ end: end + 1 })
    }
    expect(listeners).toBe(0)
  })
})
