import type { SimulatorClock } from '../clock.ts'
import { createCacheMemory } from './cache-memory.ts'
import { explainMiss } from './explain-miss.ts'
import { type CacheBlock, flattenRequest } from './flatten-request.ts'
import type { CacheOutcome, PromptCache } from './prompt-cache.ts'
import { createTrailBook } from './trail-book.ts'

/** A cache that is empty and forgets by the simulator's clock. */
export function createPromptCache(clock: SimulatorClock): PromptCache {
  const memory = createCacheMemory(clock)
  const book = createTrailBook()
  return {
    look(request, target) {
      const blocks = flattenRequest(request, target)
      const marks = findMarks(blocks)
      const minimum = target.modelFacts.minCacheTokens ?? 0
      const usable = marks.filter(mark => tokensUpTo(blocks, mark) >= minimum)
      const hit = findHit({ blocks, marks: usable, has: memory.has })
      const cachedBlocks = (usable.at(-1) ?? -1) + 1
      const miss = explainMiss({
        model: target.model,
        blocks,
        hasMarks: marks.length > 0,
        isLongEnough: usable.length > 0,
        readBlocks: hit + 1,
        earlier: book.findNearest(blocks),
        memory,
      })
      return {
        outcome: { ...countUsage({ blocks, marks: usable, hit }), miss },
        write() {
          memory.refresh(blocks[hit]?.hash ?? '')
          for (const mark of usable) memory.keep(blocks[mark]?.hash ?? '', blocks[mark]?.ttl ?? '5m')
          book.add({ model: target.model, blocks, cachedBlocks })
        },
      }
    },
  }
}

/** How far before a mark the API looks for an entry, the mark included. */
const LOOK_BACK_BLOCKS = 20

function findMarks(blocks: readonly CacheBlock[]): readonly number[] {
  return blocks.flatMap((block, index) => (block.ttl === null ? [] : [index]))
}

/** The last block whose prefix is in the cache and within reach of a mark; -1 where there is none. */
function findHit(search: {
  readonly blocks: readonly CacheBlock[]
  readonly marks: readonly number[]
  readonly has: (hash: string) => boolean
}): number {
  for (const mark of search.marks.toReversed())
    for (let index = mark; index > mark - LOOK_BACK_BLOCKS && index >= 0; index--)
      if (search.has(search.blocks[index]?.hash ?? '')) return index
  return -1
}

function countUsage(found: {
  readonly blocks: readonly CacheBlock[]
  readonly marks: readonly number[]
  readonly hit: number
}): Omit<CacheOutcome, 'miss'> {
  const { blocks, marks, hit } = found
  const readTokens = tokensUpTo(blocks, hit)
  const last1h = marks.findLast(mark => blocks[mark]?.ttl === '1h') ?? -1
  const upTo1h = Math.max(readTokens, tokensUpTo(blocks, last1h))
  const upToLast = Math.max(upTo1h, tokensUpTo(blocks, marks.at(-1) ?? -1))
  return {
    readTokens,
    written1hTokens: upTo1h - readTokens,
    written5mTokens: upToLast - upTo1h,
    inputTokens: tokensUpTo(blocks, blocks.length - 1) - upToLast,
  }
}

function tokensUpTo(blocks: readonly CacheBlock[], last: number): number {
  let sum = 0
  for (let index = 0; index <= last; index++) sum += blocks[index]?.tokens ?? 0
  return sum
}
