import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { untilInterrupted } from './until-interrupted.ts'

const never = new Promise<object>(() => {})

describe('untilInterrupted', () => {
  it('gives the value, and leaves nothing at the signal', async () => {
    const { signal } = new AbortController()
    expect(await untilInterrupted(Promise.resolve({ a: 1 }), signal)).toEqual({ a: 1 })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('gives null when the signal comes, or has come', async () => {
    const controller = new AbortController()
    const waiting = untilInterrupted(never, controller.signal)
    controller.abort()
    expect(await waiting).toBeNull()
    expect(await untilInterrupted(never, controller.signal)).toBeNull()
  })

  it('waits out the grace for a value that follows', async () => {
    const controller = new AbortController()
    const work = new Promise<object>(resolve => {
      controller.signal.addEventListener('abort', () => setTimeout(() => resolve({ late: true }), 5))
    })
    const waiting = untilInterrupted(work, controller.signal, 60_000)
    controller.abort()
    expect(await waiting).toEqual({ late: true })
  })

  it('throws what the work throws in time, and lets go of what it throws later', async () => {
    const { signal } = new AbortController()
    await expect(untilInterrupted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    let fail = (_error: Error): void => {}
    const late = new Promise<object>((_, reject) => {
      fail = reject
    })
    expect(await untilInterrupted(late, AbortSignal.abort())).toBeNull()
    fail(new Error('too late'))
  })
})
