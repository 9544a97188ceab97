import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { ContractCase } from './contract-case.ts'
import { appendAll, entriesOf, keysOf, sortKeys, withStore } from './contract-steps.ts'
import { AGENT_KEY, KEY, KEYS, toEntry } from './sample-entries.ts'

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
