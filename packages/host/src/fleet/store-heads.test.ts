import type { LogHead } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import { createStoreHeads } from './store-heads.ts'

function headOf(session: string, seq: number, writer: string | null = null): LogHead {
  return {
    ...{ key: { project: '-work', session }, modifiedAt: '2026-11-16T08:00:00.000Z', bytes: seq, seq },
    ...{ life: session, note: null, writer, heldSince: null, person: 'ana', host: 'laptop' },
  }
}

describe('createStoreHeads', () => {
  it('asks for all once, then for what changed, and sees who let go and what went', async () => {
    let [stored, changed, time] = [[headOf('a', 1), headOf('b', 1, 'ana')], [headOf('a', 2)], 1_000_000]
    const asked: string[] = []
    const heads = createStoreHeads(
      {
        clock: async () => 'noon',
        async *list() {
          asked.push('all')
          yield* stored
        },
        async listChanged(since) {
          asked.push(since)
          return { heads: changed, at: 'later' }
        },
      },
      () => time,
    )
    expect(await heads.refresh()).toEqual(['-work/a', '-work/b'])
    // Of what is being written all are told: b is not.
    expect(await heads.refresh()).toEqual(['-work/a', '-work/b'])
    expect(heads.all.get('-work/b')?.writer).toBeNull()
    changed = []
    expect(await heads.refresh()).toEqual([])
    expect(asked).toEqual(['all', 'noon', 'later'])
    stored = [headOf('a', 2)]
    time += 60_000
    expect(await heads.refresh()).toEqual(['-work/b'])
    expect([...heads.all.keys()]).toEqual(['-work/a'])
  })
})
