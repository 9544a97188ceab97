import { deepStrictEqual } from 'node:assert/strict'
import type { ContractCase } from './contract-case.ts'
import { appendAll, toEntryOf, withStore } from './contract-steps.ts'
import { KEY, toEntry } from './sample-entries.ts'
import { startFollower } from './start-follower.ts'

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
