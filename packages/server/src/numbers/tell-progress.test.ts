import { describe, expect, it } from 'vitest'
import type { ReportLine } from '../protocol/numbers-protocol.ts'
import { tellProgress } from './tell-progress.ts'

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('tellProgress', () => {
  it('tells the latest while it lasts, and the report last', async () => {
    let finish = (_: string): void => {}
    const telling = tellProgress<string>(tell => {
      tell(1, 10)
      tell(2, 10)
      return new Promise(resolve => {
        finish = resolve
      })
    })
    expect(await telling.next()).toEqual({ done: false, value: { kind: 'progress', done: 2, total: 10 } })
    finish('done')
    expect(await collect(telling)).toEqual([{ kind: 'report', report: 'done' }])
  })
  it('tells what is quick at once, and fails where it failed', async () => {
    const quick: readonly ReportLine<number>[] = await collect(tellProgress(async () => 1))
    expect(quick).toEqual([{ kind: 'report', report: 1 }])
    await expect(collect(tellProgress(() => Promise.reject(new Error('gone'))))).rejects.toThrow('gone')
  })
})
