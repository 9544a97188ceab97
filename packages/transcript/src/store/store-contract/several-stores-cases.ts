import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { TranscriptStore } from '../transcript-store.ts'
import type { ContractCase } from './contract-case.ts'
import { appendAll, entriesOf } from './contract-steps.ts'
import { KEY, toEntry } from './sample-entries.ts'

/** What holds between stores over the same logs, and when one is closed. */
export const severalStoresCases: readonly ContractCase[] = [
  {
    name: 'keeps what was acknowledged when it is closed and opened again',
    async run(stores) {
      const first = await stores.open()
      const { seq } = await first.append(KEY, [toEntry(1)])
      await first.close()
      const second = await stores.open()
      deepStrictEqual(await entriesOf(second), [toEntry(1)])
      strictEqual((await second.append(KEY, [toEntry(2)], { expectedSeq: seq })).status, 'appended')
      await second.close()
    },
  },
  {
    name: 'never lets two stores both win: the second is refused, or moves on from what the first wrote',
    async run(stores) {
      const [first, second] = [await stores.open(), await stores.open()]
      const outcomes = await Promise.all(
        [first, second].map((store, n) => store.append(KEY, [toEntry(n)], { expectedSeq: 0 })),
      )
      strictEqual(outcomes.filter(outcome => outcome.status === 'appended').length, 1)
      strictEqual((await entriesOf(first)).length, 1)
      await Promise.all([first.close(), second.close()])
    },
  },
  {
    name: 'holds what was acknowledged, and nothing else, when two stores append by turns',
    async run(stores) {
      const [first, second] = [await stores.open(), await stores.open()]
      const acknowledged: unknown[] = []
      const conflicts = new Set<TranscriptStore>()
      for (let number = 1; number <= 6; number++) {
        const store = number % 2 === 1 ? first : second
        const { status } = await store.append(KEY, [toEntry(number)])
        if (status === 'appended') acknowledged.push(toEntry(number))
        else conflicts.add(store)
        if (conflicts.has(store)) strictEqual(status, 'conflict')
      }
      deepStrictEqual(await entriesOf(first), acknowledged)
      ok(conflicts.size > 0)
      await Promise.all([first.close(), second.close()])
    },
  },
  {
    name: 'hands a log on to another store when it is released',
    async run(stores) {
      const [first, second] = [await stores.open(), await stores.open()]
      const { seq } = await first.append(KEY, [toEntry(1)])
      await first.release(KEY)
      strictEqual((await second.append(KEY, [toEntry(2)], { expectedSeq: seq })).status, 'appended')
      await second.release(KEY)
      strictEqual((await first.append(KEY, [toEntry(3)], { expectedSeq: seq })).status, 'conflict')
      deepStrictEqual(await entriesOf(first), [toEntry(1), toEntry(2)])
      await Promise.all([first.close(), second.close()])
    },
  },
  {
    name: 'refuses to append once it is closed',
    async run(stores) {
      const store = await stores.open()
      await appendAll(store, KEY, [toEntry(1)])
      await store.close()
      await rejects(store.append(KEY, [toEntry(2)]), { code: 'closed' })
    },
  },
]
