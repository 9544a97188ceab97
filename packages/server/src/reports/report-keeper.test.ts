import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createReportKeeper } from './report-keeper.ts'

describe('reports that are kept', () => {
  it('are made once for all who ask while they are made or fresh, and all hear how far they are', async () => {
    const keep = createReportKeeper<number>(200)
    const heard: string[] = []
    let made = 0
    const ask = (name: string, key = 'a'): Promise<number> =>
      keep(
        key,
        done => heard.push(`${name} ${done}`),
        async tell => {
          await setTimeout(20)
          tell(1, 2)
          made += 1
          return made
        },
      )
    expect(await Promise.all([ask('ann'), ask('ben')])).toEqual([1, 1])
    expect(heard).toEqual(['ann 1', 'ben 1'])
    expect([await ask('cy'), await ask('dan', 'b')]).toEqual([1, 2])
    await setTimeout(250)
    expect(await ask('eve')).toBe(3)
  })

  it('are made again where they failed', async () => {
    const keep = createReportKeeper<string>(60_000)
    const nobody = (): void => {}
    await expect(keep('a', nobody, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await keep('a', nobody, async () => 'there')).toBe('there')
  })
})
