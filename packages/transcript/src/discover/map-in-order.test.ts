import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapInOrder } from './list-session-files.ts'

describe('mapInOrder', () => {
  it('keeps the order however long each takes, and the limit', async () => {
    let running = 0
    let most = 0
    const results: number[] = []
    const work = async (item: number): Promise<number> => {
      most = Math.max(most, ++running)
      for (let turn = item % 5; turn > 0; turn--) await setImmediate()
      running--
      return item
    }
    for await (const result of mapInOrder(Array(50).keys(), { limit: 4, work })) results.push(result)
    expect(results).toEqual([...Array(50).keys()])
    expect(most).toBe(4)
  })

  it('begins nothing more when nobody asks', async () => {
    const begun: number[] = []
    let ended = 0
    const work = async (item: number): Promise<number> => {
      begun.push(item)
      await setImmediate()
      ended++
      return item
    }
    for await (const result of mapInOrder(Array(50).keys(), { limit: 4, work })) if (result === 1) break
    expect(begun.length).toBeLessThanOrEqual(6)
    expect(ended).toBe(begun.length)
  })
})
