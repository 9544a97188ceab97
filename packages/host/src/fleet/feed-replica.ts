import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { ListFilter } from '@antiphon/transcript'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import { toStoreProblem, withPersonStore } from './person-store.ts'
import { refreshFrom } from './replica.ts'
import { openStoreCopy } from './store-copy.ts'

export type FeedReplicaOptions = {
  /** Which session; all unless told. */
  readonly filter: ListFilter
  readonly signal: AbortSignal
}

/** Keeps the copy up to date until the signal, for whoever follows its files; a store that is away is asked again. */
export async function feedReplica(
  io: Pick<Io, 'env' | 'signal'>,
  { filter, signal }: FeedReplicaOptions,
): Promise<void> {
  if (filter.session === undefined) return feedAll(io, signal)
  await withPersonStore(io, async store => {
    while (!signal.aborted) {
      await refreshFrom(store, { env: io.env, signal }, { filter }).catch(error => {
        if (!signal.aborted && !(toStoreProblem(error) instanceof ProgramError)) throw error
      })
      await wait(FEED_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })
}

const FEED_MS = 300

async function feedAll(io: Pick<Io, 'env'>, signal: AbortSignal): Promise<void> {
  const copy = await openStoreCopy(io)
  if (!signal.aborted) await once(signal, 'abort')
  await copy.close()
}
