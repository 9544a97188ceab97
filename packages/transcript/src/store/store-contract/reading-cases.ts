import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import type { FollowItem, TranscriptStore } from '../transcript-store.ts'
import {
  appendAll,
  type ContractCase,
  collect,
  entriesOf,
  KEY,
  toEntry,
  toEntryOf,
  withStore,
} from './contract-case.ts'

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

/** Who follows a log is told all of it, in order, and when it has caught up. */
export const followingCases: readonly ContractCase[] = [
  {
    name: 'follows a log: what is there, that this is all, then what comes',
    run: withStore(async store => {
      await appendAll(store, KEY, [toEntry(1)])
      const follower = startFollower(store)
      await follower.until(items => items.some(item => item.kind === 'caught-up'))
      await appendAll(store, KEY, [toEntry(2), toEntry(3)])
      await follower.until(items => items.filter(item => item.kind === 'entry').length === 3)
      const items = await follower.stop()
      deepStrictEqual(items.filter(item => item.kind === 'entry').map(toEntryOf), [1, 2, 3].map(toEntry))
      deepStrictEqual(
        items.slice(0, 2).map(item => item.kind),
        ['entry', 'caught-up'],
      )
    }),
  },
  {
    name: 'follows from a position, and a log that is not there yet',
    run: withStore(async store => {
      const early = startFollower(store)
      await early.until(items => items.length > 0)
      const { seq } = await store.append(KEY, [toEntry(1)])
      const late = startFollower(store, seq)
      await appendAll(store, KEY, [toEntry(2)])
      await early.until(items => items.filter(item => item.kind === 'entry').length === 2)
      await late.until(items => items.filter(item => item.kind === 'entry').length === 1)
      await early.stop()
      const items = await late.stop()
      deepStrictEqual(items.filter(item => item.kind === 'entry').map(toEntryOf), [toEntry(2)])
    }),
  },
]

/** One who follows the log of `KEY` and keeps what it was told. */
type Follower = {
  readonly until: (isEnough: (items: readonly FollowItem[]) => boolean) => Promise<void>
  readonly stop: () => Promise<readonly FollowItem[]>
}

/** Follows from a position until it is stopped; waits in vain for ten seconds at most. */
function startFollower(store: TranscriptStore, from?: number): Follower {
  const ending = new AbortController()
  const items: FollowItem[] = []
  const waiting: { isEnough: (items: readonly FollowItem[]) => boolean; done: () => void }[] = []
  const options = from === undefined ? { signal: ending.signal } : { signal: ending.signal, from }
  const running = (async () => {
    for await (const item of store.follow(KEY, options)) {
      items.push(item)
      for (const wait of waiting) if (wait.isEnough(items)) wait.done()
    }
  })()
  return {
    until: isEnough =>
      isEnough(items)
        ? Promise.resolve()
        : new Promise((done, fail) => {
            const timer = setTimeout(
              () => fail(new Error(`waited in vain; got ${JSON.stringify(items)}`)),
              10_000,
            )
            waiting.push({
              isEnough,
              done: () => {
                clearTimeout(timer)
                done()
              },
            })
          }),
    async stop() {
      ending.abort()
      await running
      return items
    },
  }
}
