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
export async function openRecallSource(io: Pick<Io, 'env' | 'signal'>): Promise<RecallSource> {
  const home = homeOf(io)
  const { roots, agents } = await findRoots(io)
  return {
    ...{ roots, agents, usageCache: findUsageCache(io.env, home) },
    search: openSearch({ roots, cacheFolder: findCacheFolder(io.env, home) }),
  }
}

async function findRoots(io: Pick<Io, 'env' | 'signal'>): Promise<Pick<RecallSource, 'roots' | 'agents'>> {
  if (findStoreUrl(io) !== null) return { roots: [(await refreshReplica(io)).root], agents: [] }
  const { roots, agents } = await findReadingRoots(io)
  void keepAgentsFresh(io, io.signal)
  return { roots, agents }
}
