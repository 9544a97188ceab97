import type { CacheMemory } from './cache-memory.ts'
import { describeDifference } from './describe-difference.ts'
import type { CacheBlock } from './flatten-request.ts'
import type { CacheMiss } from './prompt-cache.ts'
import { countShared, type Trail } from './trail-book.ts'

export type MissCase = {
  readonly model: string
  readonly blocks: readonly CacheBlock[]
  readonly hasMarks: boolean
  /** A mark stands behind enough tokens to be cached at all. */
  readonly isLongEnough: boolean
  /** How many blocks were read. */
  readonly readBlocks: number
  readonly earlier: Trail | undefined
  readonly memory: Pick<CacheMemory, 'has'>
}

/** Why less was read than the nearest earlier request left in the cache; null where nothing was to be had, or all of it was. */
export function explainMiss(miss: MissCase): CacheMiss | null {
  const { model, blocks, earlier, memory } = miss
  if (!earlier || earlier.cachedBlocks === 0 || miss.readBlocks >= earlier.cachedBlocks) {
    return miss.hasMarks && !miss.isLongEnough ? { reason: 'too_short' } : null
  }
  const shared = countShared(earlier.blocks, blocks)
  if (shared < earlier.cachedBlocks) return explainChange({ model, blocks, earlier, shared })
  if (!miss.hasMarks) return { reason: 'no_marks' }
  if (!miss.isLongEnough) return { reason: 'too_short' }
  const left = earlier.blocks[earlier.cachedBlocks - 1]?.hash ?? ''
  return { reason: memory.has(left) ? 'too_far_back' : 'expired' }
}

type ChangeCase = Pick<MissCase, 'model' | 'blocks'> & { readonly earlier: Trail; readonly shared: number }

function explainChange({ model, blocks, earlier, shared }: ChangeCase): CacheMiss {
  if (model !== earlier.model) return { reason: 'model_changed', before: earlier.model, after: model }
  const before = earlier.blocks[shared]
  const after = blocks[shared]
  const path = (after ?? before)?.path
  const place = path === undefined ? {} : { path }
  if (before?.text === after?.text) return { reason: 'settings_changed', ...place }
  const level = (before ?? after)?.level ?? 'messages'
  return {
    reason: `${level}_changed`,
    ...place,
    ...describeDifference(before?.text ?? '', after?.text ?? ''),
  }
}
