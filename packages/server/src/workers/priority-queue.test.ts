import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPriorityQueue, type Priority } from './priority-queue.ts'

const { signal: never } = new AbortController()

/** A queue whose jobs end when they are told to. */
function createBench(options: Parameters<typeof createPriorityQueue>[0]) {
  const queue = createPriorityQueue(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    queue,
    begun,
    take: (name: string, priority: Priority = 'high', signal = never) =>
      queue.run({ priority, signal }, () => {
        begun.push(name)
        return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await setImmediate()
    },
  }
}

describe('a priority queue', () => {
  it('lets what somebody asked for go first, and keeps a place for it', async () => {
    const { take, end, begun } = createBench({ most: 2, mostLow: 1, mostWaiting: 9 })
    const jobs = [take('list 1', 'low'), take('list 2', 'low'), take('click 1'), take('click 2')]
    await setImmediate()
    expect(begun).toEqual(['list 1', 'click 1'])
    await end('list 1')
    expect(begun).toEqual(['list 1', 'click 1', 'click 2'])
    await end('click 1')
    expect(begun.at(-1)).toBe('list 2')
    await end('click 2')
    await end('list 2')
    expect(await Promise.all(jobs)).toEqual(['list 1', 'list 2', 'click 1', 'click 2'])
  })

  it('lets go at once who left, and refuses where too many wait', async () => {
    const { take, end, begun } = createBench({ most: 1, mostLow: 0, mostWaiting: 2 })
    const gone = new AbortController()
    const first = take('first')
    const left = take('left', 'high', gone.signal)
    const next = take('next', 'low')
    await expect(take('too many')).rejects.toMatchObject({ code: 'EBUSY' })
    gone.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    const last = take('last')
    await end('first')
    await end('last')
    await end('next')
    expect(await Promise.all([first, next, last])).toEqual(['first', 'next', 'last'])
    expect(begun).toEqual(['first', 'last', 'next'])
  })

  it('refuses all who wait when it is closed, and tells when nothing runs', async () => {
    const { queue, take, end } = createBench({ most: 1, mostLow: 0, mostWaiting: 9 })
    const first = take('first')
    const waiting = take('waiting')
    queue.close()
    await expect(waiting).rejects.toThrow('the server ends')
    await expect(take('late')).rejects.toThrow('the server ends')
    let isDone = false
    const done = queue.done().then(() => {
      isDone = true
    })
    await setImmediate()
    expect(isDone).toBe(false)
    await end('first')
    await done
    expect(await first).toBe('first')
  })
})
