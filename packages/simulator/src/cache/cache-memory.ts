import { BoundedMap } from '../bounded-map.ts'
import type { SimulatorClock } from '../clock.ts'
import type { CacheTtl } from './flatten-request.ts'

/** Which prefixes are in the cache now. */
export interface CacheMemory {
  has(hash: string): boolean
  /** True for a prefix that was there and has run out. */
  hadOnce(hash: string): boolean
  keep(hash: string, ttl: CacheTtl): void
  /** A prefix that is read lives on for as long as when it was written. */
  refresh(hash: string): void
}

/** Holds hashes only, and of those the most recently used. */
export function createCacheMemory(clock: SimulatorClock): CacheMemory {
  const entries = new BoundedMap<{ readonly ttl: CacheTtl; readonly until: number }>()

  function keep(hash: string, ttl: CacheTtl): void {
    entries.set(hash, { ttl, until: clock.now() + MILLISECONDS[ttl] })
  }

  return {
    has: hash => (entries.get(hash)?.until ?? 0) > clock.now(),
    hadOnce: hash => entries.has(hash),
    keep,
    refresh(hash) {
      const entry = entries.get(hash)
      if (entry) keep(hash, entry.ttl)
    },
  }
}

const MILLISECONDS: Readonly<Record<CacheTtl, number>> = { '5m': 300_000, '1h': 3_600_000 }
