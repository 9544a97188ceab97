import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict'
import type { ContractCase } from './contract-case.ts'
import { appendAll, entriesOf, withStore } from './contract-steps.ts'
import { KEY, toEntry, toUuid } from './sample-entries.ts'

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
