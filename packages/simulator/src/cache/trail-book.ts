import type { CacheBlock } from './flatten-request.ts'

/** An earlier request, kept to tell how the next one differs from it. */
export type Trail = {
  readonly model: string
  readonly blocks: readonly CacheBlock[]
  /** How many of its blocks it left in the cache. */
  readonly cachedBlocks: number
}

/** The last requests of the conversations that go on. */
export interface TrailBook {
  add(trail: Trail): void
  /** The request that shares most with these blocks, the latest of equals. */
  findNearest(blocks: readonly CacheBlock[]): Trail | undefined
}

/** Keeps a few requests, and fewer where they are large. */
export function createTrailBook(): TrailBook {
  let trails: readonly Trail[] = []
  return {
    add(trail) {
      // A conversation that went on is kept once.
      const others = trails.filter(({ blocks }) => countShared(blocks, trail.blocks) < blocks.length)
      trails = keepNewest([...others, trail])
    },
    findNearest(blocks) {
      let nearest: Trail | undefined
      for (const trail of trails)
        if (!nearest || countShared(trail.blocks, blocks) >= countShared(nearest.blocks, blocks))
          nearest = trail
      return nearest
    },
  }
}

/** How many blocks two requests have in common from the start. */
export function countShared(first: readonly CacheBlock[], second: readonly CacheBlock[]): number {
  let low = 0
  let high = Math.min(first.length, second.length)
  // A hash stands for all before it, so the first difference is found by halving.
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (first[middle - 1]?.hash === second[middle - 1]?.hash) low = middle
    else high = middle - 1
  }
  return low
}

const MAX_TRAILS = 32
const MAX_UNITS = 32 * 1024 * 1024

function keepNewest(trails: readonly Trail[]): readonly Trail[] {
  let units = 0
  const kept = trails.slice(-MAX_TRAILS).findLastIndex(({ blocks }) => {
    units += blocks.reduce((sum, { text }) => sum + text.length, 0)
    return units > MAX_UNITS
  })
  const newest = trails.slice(-MAX_TRAILS).slice(kept + 1)
  return newest.length > 0 ? newest : trails.slice(-1)
}
