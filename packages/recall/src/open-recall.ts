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
  const usageCache = findUsageCache(io.env, home)
  return openRecallSource(await findRoots(io), { cacheFolder: findCacheFolder(io.env, home), usageCache })
}

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

async function findRoots(io: Pick<Io, 'env' | 'signal'>): Promise<readonly string[]> {
  if (findStoreUrl(io) !== null) return [(await refreshReplica(io)).root]
  const { roots } = await findReadingRoots(io)
  void keepAgentsFresh(io, io.signal)
  return roots
}
