import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { TranscriptStore } from '../transcript-store.ts'
import { appendAll, type ContractCase, entriesOf, KEY, keysOf, toEntry, withStore } from './contract-case.ts'

/** What an append promises: all of it or nothing, in order, where its writer expects the end. */
export const appendingCases: readonly ContractCase[] = [
  {
    name: 'appends only where the writer expects the end, and changes nothing otherwise',
    run: withStore(async store => {
      const first = await store.append(KEY, [toEntry(1)], { expectedSeq: 0 })
      strictEqual(first.status, 'appended')
      const late = await store.append(KEY, [toEntry(2)], { expectedSeq: 0 })
      deepStrictEqual(late, { status: 'conflict', reason: 'moved-on', seq: first.seq })
      deepStrictEqual(await entriesOf(store), [toEntry(1)])
      const next = await store.append(KEY, [toEntry(3)], { expectedSeq: first.seq })
      strictEqual(next.status, 'appended')
    }),
  },
  {
    name: 'lets one of many that expect the same end win',
    run: withStore(async store => {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, n) => store.append(KEY, [toEntry(n)], { expectedSeq: 0 })),
      )
      strictEqual(outcomes.filter(outcome => outcome.status === 'appended').length, 1)
      strictEqual((await entriesOf(store)).length, 1)
    }),
  },
  {
    name: 'keeps the entries of one append together, whoever else appends',
    run: withStore(async store => {
      await Promise.all(
        Array.from({ length: 8 }, (_, n) => store.append(KEY, [n * 3, n * 3 + 1, n * 3 + 2].map(toEntry))),
      )
      const entries = await entriesOf(store)
      strictEqual(entries.length, 24)
      for (let index = 0; index < 24; index += 3) {
        const first = Number(entries[index]?.number)
        deepStrictEqual(entries.slice(index, index + 3), [first, first + 1, first + 2].map(toEntry))
      }
    }),
  },
  {
    name: 'writes nothing for an append of nothing',
    run: withStore(async store => {
      await appendAll(store, KEY, [toEntry(1)])
      const outcome = await store.append(KEY, [])
      deepStrictEqual(outcome, { status: 'appended', seq: await store.end(KEY) })
      deepStrictEqual(await entriesOf(store), [toEntry(1)])
    }),
  },
  {
    name: 'can be read as soon as an append is recorded',
    run: withStore(async store => {
      strictEqual((await store.append(KEY, [toEntry(1)], { acknowledge: 'recorded' })).status, 'appended')
      deepStrictEqual(await entriesOf(store), [toEntry(1)])
      await store.flush()
    }),
  },
  {
    name: 'refuses keys that could name another log',
    run: withStore(async store => {
      const bad = [
        { project: '..' },
        { session: '' },
        { session: 'a/b' },
        { subpath: '../x' },
        { subpath: 'a//b' },
      ]
      for (const part of bad)
        await rejects(store.append({ ...KEY, ...part }, [toEntry(1)]), { code: 'bad-key' })
      deepStrictEqual(await keysOf(store), [])
    }),
  },
]

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
