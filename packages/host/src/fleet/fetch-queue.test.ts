import { describe, expect, it, vi } from 'vitest'
import { createFetchQueue } from './fetch-queue.ts'

describe('createFetchQueue', () => {
  it('fetches what it was told last, counts what is on its way, and goes on after a failure', async () => {
    const begun: string[] = []
    const [fetched, failed]: [string[], unknown[]] = [[], []]
    const ends: (() => void)[] = []
    const queue = createFetchQueue<string>({
      async fetch(item) {
        begun.push(item)
        await new Promise<void>(resolve => ends.push(resolve))
        if (item === 'bad') throw new Error(item)
      },
      onFetched: item => void fetched.push(item),
      onFailed: error => void failed.push(error),
    })
    queue.set(['bad', 'b', 'c', 'never'])
    await vi.waitFor(() => expect(begun).toEqual(['bad', 'b', 'c']))
    expect(queue.size()).toBe(4)
    queue.set(['last'])
    for (const end of ends) end()
    await vi.waitFor(() => expect(begun).toEqual(['bad', 'b', 'c', 'last']))
    ends.at(-1)?.()
    await vi.waitFor(() => expect(fetched).toEqual(['b', 'c', 'last']))
    expect(failed).toEqual([new Error('bad')])
    expect(queue.size()).toBe(0)
    await queue.close()
  })
})
