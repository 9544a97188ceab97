import { setTimeout as sleep } from 'node:timers/promises'
import {
  findReadingRoots,
  findStoreUrl,
  homeOf,
  type Io,
  keepAgentsFresh,
  refreshReplica,
} from '@antiphon/host'
import { findCacheFolder, findUsageCache, openSearch } from '@antiphon/search'
import type { RecallSource } from './source/recall-source.ts'

/** Opens what is recalled from: the person's sessions, or those of their store, and copies of other agents'. */
export async function openPersonRecall(io: Pick<Io, 'env' | 'signal'>): Promise<RecallSource> {
  const home = homeOf(io)
  const caches = { cacheFolder: findCacheFolder(io.env, home), usageCache: findUsageCache(io.env, home) }
  if (findStoreUrl(io) !== null) return openRecallSource([(await refreshReplica(io)).root], caches)
  const { roots } = await findReadingRoots(io, { isFresh: false })
  let isCatchingUp = true
  const caughtUp = findReadingRoots(io)
    .catch(() => undefined)
    .finally(() => {
      isCatchingUp = false
      void keepAgentsFresh(io, io.signal)
    })
  // Whoever has gigabytes of another agent's sessions is answered from the rest meanwhile.
  await Promise.race([caughtUp, sleep(PATIENCE_MS, undefined, { ref: false })])
  return { ...openRecallSource(roots, caches), isCatchingUp: () => isCatchingUp }
}

const PATIENCE_MS = 4_000

export type RecallCaches = {
  /** Where the search's index may be; null for none. It is read here, and written by others. */
  readonly cacheFolder: string | null
  readonly usageCache: string | null
}

/** Opens sessions below some roots. */
export function openRecallSource(
  roots: readonly string[],
  { cacheFolder, usageCache }: RecallCaches,
): RecallSource {
  return { roots, usageCache, search: openSearch({ roots, cacheFolder }) }
}
