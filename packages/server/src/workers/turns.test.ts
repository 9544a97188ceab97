import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const { signal: never } = new AbortController()

/** Turns whose works end when they are told to. */
function createBench(options: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(options)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    turns,
    begun,
    take: (name: string, isBehind = false, signal = never) =>
      turns.take({ isBehind, signal }, () => {
        begun.push(name)
        return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await setImmediate()
    },
  }
}

describe('turns', () => {
  it('let what somebody asked for go first, and keep a place for it', async () => {
    const { take, end, begun } = createBench({ most: 2, mostBehind: 1, mostWaiting: 9 })
    const works = [take('list 1', true), take('list 2', true), take('click 1'), take('click 2')]
    await setImmediate()
    expect(begun).toEqual(['list 1', 'click 1'])
    await end('list 1')
    expect(begun).toEqual(['list 1', 'click 1', 'click 2'])
    await end('click 1')
    expect(begun.at(-1)).toBe('list 2')
    await end('click 2')
    await end('list 2')
    expect(await Promise.all(works)).toEqual(['list 1', 'list 2', 'click 1', 'click 2'])
  })

  it('let go at once who left, and refuse where too many wait', async () => {
    const { take, end, begun } = createBench({ most: 1, mostBehind: 0, mostWaiting: 2 })
    const gone = new AbortController()
    const first = take('first')
    const left = take('left', false, gone.signal)
    const next = take('next', true)
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

  it('refuse all who wait when they are closed, and tell when nobody works', async () => {
    const { turns, take, end } = createBench({ most: 1, mostBehind: 0, mostWaiting: 9 })
    const first = take('first')
    const waiting = take('waiting')
    turns.close()
    await expect(waiting).rejects.toThrow('the server ends')
    await expect(take('late')).rejects.toThrow('the server ends')
    let isDone = false
    const done = turns.done().then(() => {
      isDone = true
    })
    await setImmediate()
    expect(isDone).toBe(false)
    await end('first')
    await done
    expect(await first).toBe('first')
  })
})
