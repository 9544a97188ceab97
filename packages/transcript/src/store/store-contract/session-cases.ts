import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import {
  AGENT_KEY,
  appendAll,
  type ContractCase,
  entriesOf,
  KEY,
  KEYS,
  keysOf,
  sortKeys,
  toEntry,
  toUuid,
  withStore,
} from './contract-case.ts'

/** Logs are kept apart, found and deleted by their keys. */
export const listingCases: readonly ContractCase[] = [
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
]

/** A fork shares the past and leaves the old session as it was. */
export const forkingCases: readonly ContractCase[] = [
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
]

const FORK = '22222222-2222-4222-8222-222222222222'
