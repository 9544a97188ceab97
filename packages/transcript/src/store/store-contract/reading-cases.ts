import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { ContractCase } from './contract-case.ts'
import { appendAll, collect, entriesOf, toEntryOf, withStore } from './contract-steps.ts'
import { KEY, toEntry } from './sample-entries.ts'

/** What is read is what was written, both ways, from any position. */
export const readingCases: readonly ContractCase[] = [
  {
    name: 'gives back what was appended, in order, unknown types and fields included',
    run: withStore(async store => {
      await appendAll(store, KEY, [toEntry(1), UNKNOWN, toEntry(2)])
      deepStrictEqual(await entriesOf(store), [toEntry(1), UNKNOWN, toEntry(2)])
    }),
  },
  {
    name: 'gives nothing for a key that holds nothing',
    run: withStore(async store => {
      deepStrictEqual(await collect(store.read(KEY)), [])
      deepStrictEqual(await collect(store.read(KEY, { direction: 'backwards' })), [])
      strictEqual(await store.end(KEY), null)
      deepStrictEqual(await collect(store.list()), [])
    }),
  },
  {
    name: 'reads backwards what it reads forwards',
    run: withStore(async store => {
      await appendAll(store, KEY, [1, 2, 3, 4].map(toEntry))
      const forwards = await collect(store.read(KEY))
      deepStrictEqual(await collect(store.read(KEY, { direction: 'backwards' })), forwards.toReversed())
    }),
  },
  {
    name: 'reads from any position that it gave out, in both directions',
    run: withStore(async store => {
      await appendAll(store, KEY, [1, 2, 3, 4].map(toEntry))
      const items = await collect(store.read(KEY))
      for (const [index, { seq, next }] of items.entries()) {
        deepStrictEqual(await collect(store.read(KEY, { from: seq })), items.slice(index))
        const before = items.slice(0, index + 1).toReversed()
        deepStrictEqual(await collect(store.read(KEY, { from: next, direction: 'backwards' })), before)
      }
    }),
  },
  {
    name: 'says where the log ends, and that an entry begins where the one before it ended',
    run: withStore(async store => {
      const outcome = await store.append(KEY, [1, 2, 3].map(toEntry))
      const items = await collect(store.read(KEY))
      strictEqual(outcome.status, 'appended')
      strictEqual(outcome.seq, await store.end(KEY))
      strictEqual(outcome.seq, items.at(-1)?.next)
      for (const [index, item] of items.entries())
        if (index > 0) strictEqual(item.seq, items[index - 1]?.next)
    }),
  },
  {
    name: 'keeps text of every kind as it was',
    run: withStore(async store => {
      const entry = { ...toEntry(1), text: 'line\nline\r\u2028\u2029\0 "quotes" 漢字 😀 \ud800 half' }
      await appendAll(store, KEY, [entry])
      deepStrictEqual(await entriesOf(store), [entry])
    }),
  },
  {
    name: 'keeps entries of several megabytes',
    run: withStore(async store => {
      const big = { ...toEntry(1), text: 'é'.repeat(3_000_000) }
      await appendAll(store, KEY, [big, toEntry(2)])
      deepStrictEqual(await entriesOf(store), [big, toEntry(2)])
      deepStrictEqual((await collect(store.read(KEY, { direction: 'backwards' }))).map(toEntryOf), [
        toEntry(2),
        big,
      ])
    }),
  },
]

const UNKNOWN = { type: 'of-the-future', list: [1, { deep: null }], 'odd key': true }
