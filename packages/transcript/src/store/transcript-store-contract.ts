import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { Entry, UUID } from '@antiphon/core'
import type { SessionKey } from './session-key.ts'
import type { FollowItem, StoredItem, TranscriptStore } from './transcript-store.ts'

/** One promise of a store, as a function that throws where it is broken. */
export type ContractCase = {
  /** A statement: the title of the test. */
  readonly name: string
  readonly run: (stores: StoreFactory) => Promise<void>
}

/** How a store under test is made. */
export interface StoreFactory {
  /** A store over the same logs each time: a second one stands for another process. */
  open(): Promise<TranscriptStore>
}

/**
 * What every `TranscriptStore` promises, for any test runner:
 * `for (const { name, run } of transcriptStoreContract) it(name, () => run(factory()))`, with empty logs for each.
 */
export const transcriptStoreContract: readonly ContractCase[] = [
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
  {
    name: 'keeps logs apart: projects, sessions and what lies below a session',
    run: withStore(async store => {
      for (const [index, key] of KEYS.entries()) await appendAll(store, key, [toEntry(index)])
      for (const [index, key] of KEYS.entries())
        deepStrictEqual(await entriesOf(store, key), [toEntry(index)])
    }),
  },
  {
    name: 'lists every log, by project and by session',
    run: withStore(async store => {
      for (const [index, key] of KEYS.entries()) await appendAll(store, key, [toEntry(index)])
      deepStrictEqual(await keysOf(store), sortKeys(KEYS))
      deepStrictEqual(
        await keysOf(store, { project: KEY.project }),
        sortKeys(KEYS.filter(key => key.project === KEY.project)),
      )
      deepStrictEqual(
        await keysOf(store, { project: KEY.project, session: KEY.session }),
        sortKeys(KEYS.filter(key => key.project === KEY.project && key.session === KEY.session)),
      )
      for await (const { key, seq, modifiedAt } of store.list()) {
        strictEqual(seq, await store.end(key))
        ok(!Number.isNaN(Date.parse(modifiedAt)))
      }
    }),
  },
  {
    name: 'deletes a session with what lies below it, and nothing else',
    run: withStore(async store => {
      for (const [index, key] of KEYS.entries()) await appendAll(store, key, [toEntry(index)])
      await store.delete(KEY)
      deepStrictEqual(
        await keysOf(store),
        sortKeys(KEYS.filter(key => key.project !== KEY.project || key.session !== KEY.session)),
      )
      strictEqual(await store.end(KEY), null)
    }),
  },
  {
    name: 'deletes a log below a session alone',
    run: withStore(async store => {
      for (const [index, key] of KEYS.entries()) await appendAll(store, key, [toEntry(index)])
      await store.delete(AGENT_KEY)
      deepStrictEqual(await keysOf(store), sortKeys(KEYS.filter(key => key !== AGENT_KEY)))
    }),
  },
  {
    name: 'takes a session up again after it was deleted',
    run: withStore(async store => {
      await appendAll(store, KEY, [toEntry(1)])
      await store.delete(KEY)
      strictEqual((await store.append(KEY, [toEntry(2)], { expectedSeq: 0 })).status, 'appended')
      deepStrictEqual(await entriesOf(store), [toEntry(2)])
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
  {
    name: 'follows a log: what is there, that this is all, then what comes',
    run: withStore(async store => {
      await appendAll(store, KEY, [toEntry(1)])
      const follower = startFollower(store, KEY)
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
      const early = startFollower(store, KEY)
      await early.until(items => items.length > 0)
      const { seq } = await store.append(KEY, [toEntry(1)])
      const late = startFollower(store, KEY, seq)
      await appendAll(store, KEY, [toEntry(2)])
      await early.until(items => items.filter(item => item.kind === 'entry').length === 2)
      await late.until(items => items.filter(item => item.kind === 'entry').length === 1)
      await early.stop()
      const items = await late.stop()
      deepStrictEqual(items.filter(item => item.kind === 'entry').map(toEntryOf), [toEntry(2)])
    }),
  },
  {
    name: 'forks a session at an entry and leaves the old one as it was',
    run: withStore(async store => {
      const entries = [1, 2, 3].map(toEntry)
      await appendAll(store, KEY, entries)
      const outcome = await store.fork(KEY, { session: FORK, at: toUuid(2) })
      deepStrictEqual(outcome.key, { project: KEY.project, session: FORK })
      strictEqual(outcome.seq, await store.end(outcome.key))
      const forked = await entriesOf(store, outcome.key)
      deepStrictEqual(
        forked.map(entry => entry.uuid),
        [toUuid(1), toUuid(2)],
      )
      ok(forked.every(entry => entry.sessionId === FORK))
      deepStrictEqual(await entriesOf(store), entries)
      strictEqual(
        (await store.append(outcome.key, [toEntry(9)], { expectedSeq: outcome.seq })).status,
        'appended',
      )
    }),
  },
  {
    name: 'forks no session at an entry that it does not have, and onto none that exists',
    run: withStore(async store => {
      await appendAll(store, KEY, [toEntry(1)])
      await rejects(store.fork(KEY, { session: FORK, at: toUuid(7) }), { code: 'not-found' })
      strictEqual(await store.end({ ...KEY, session: FORK }), null)
      await rejects(store.fork({ ...KEY, session: 'nobody' }, { session: FORK }), { code: 'not-found' })
      await rejects(store.fork(KEY, { session: KEY.session }), { code: 'exists' })
    }),
  },
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

const KEY: SessionKey = { project: '-home-project', session: '11111111-1111-4111-8111-111111111111' }
const FORK = '22222222-2222-4222-8222-222222222222'
const AGENT_KEY: SessionKey = { ...KEY, subpath: 'subagents/agent-a1' }
const KEYS: readonly SessionKey[] = [
  KEY,
  AGENT_KEY,
  { ...KEY, subpath: 'subagents/workflows/deep/agent-b2' },
  { ...KEY, session: '33333333-3333-4333-8333-333333333333' },
  { ...KEY, project: '-home-other' },
]
const UNKNOWN = { type: 'of-the-future', list: [1, { deep: null }], 'odd key': true }

function toUuid(number: number): UUID {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function toEntry(number: number): Readonly<Record<string, unknown>> {
  return {
    parentUuid: number <= 1 ? null : toUuid(number - 1),
    isSidechain: false,
    sessionId: KEY.session,
    type: 'user',
    message: { role: 'user', content: `message ${number}` },
    uuid: toUuid(number),
    timestamp: '2026-01-01T00:00:00.000Z',
    number,
  }
}

function withStore(test: (store: TranscriptStore) => Promise<void>): ContractCase['run'] {
  return async stores => {
    const store = await stores.open()
    try {
      await test(store)
    } finally {
      await store.close()
    }
  }
}

async function appendAll(store: TranscriptStore, key: SessionKey, entries: readonly Entry[]): Promise<void> {
  strictEqual((await store.append(key, entries)).status, 'appended')
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

function toEntryOf(item: StoredItem | FollowItem): Readonly<Record<string, unknown>> {
  return item.kind === 'entry' ? item.entry : { notAnEntry: item }
}

async function entriesOf(
  store: TranscriptStore,
  key = KEY,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await collect(store.read(key))).map(toEntryOf)
}

async function keysOf(
  store: TranscriptStore,
  filter?: { readonly project?: string; readonly session?: string },
): Promise<readonly SessionKey[]> {
  return sortKeys((await collect(store.list(filter))).map(({ key }) => key))
}

function sortKeys(keys: readonly SessionKey[]): readonly SessionKey[] {
  return keys.toSorted((first, second) => (JSON.stringify(first) < JSON.stringify(second) ? -1 : 1))
}

type Follower = {
  readonly until: (isEnough: (items: readonly FollowItem[]) => boolean) => Promise<void>
  readonly stop: () => Promise<readonly FollowItem[]>
}

function startFollower(store: TranscriptStore, key: SessionKey, from?: number): Follower {
  const ending = new AbortController()
  const items: FollowItem[] = []
  const waiting: { isEnough: (items: readonly FollowItem[]) => boolean; done: () => void }[] = []
  const options = from === undefined ? { signal: ending.signal } : { signal: ending.signal, from }
  const running = (async () => {
    for await (const item of store.follow(key, options)) {
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
