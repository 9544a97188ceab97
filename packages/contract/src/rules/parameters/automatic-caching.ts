import { isObject } from '../../json.ts'
import type { Checks } from '../../rule.ts'
import { PLATFORMS } from '../../tables/platforms.ts'
import { extraInput } from './known-fields.ts'
import { placedBlocks } from './placed-blocks.ts'
import { bodyOf, type Fields, listAt } from './request-parts.ts'

/** CAC-05: the marker that the API places by itself. */
export const automaticCachingChecks: Checks = {
  *'CAC-05'(request, target) {
    const body = bodyOf(request)
    if (!isObject(body.cache_control)) return
    if (!PLATFORMS[target.platform].topLevelCacheControl) {
      yield extraInput('cache_control')
      return
    }
    const last = lastBlock(body).cache_control
    if (isObject(last)) {
      // With the same lifetime the automatic marker is the one that is already there.
      if (lifetime(last) === lifetime(body.cache_control)) return
      const message = 'cache_control: the last block is marked with another ttl'
      yield { path: 'cache_control', message }
      return
    }
    const found = explicitMarkers(body)
    const most = target.limits.cacheMarkers
    if (found < most) return
    const message = `A maximum of ${most} blocks with cache_control may be provided. Found ${found + 1}.`
    yield { path: 'cache_control', message }
  },
}

function lifetime(marker: Fields): unknown {
  return marker.ttl ?? '5m'
}

function lastBlock(body: Fields): Fields {
  return bodyOf(listAt(bodyOf(listAt(body, 'messages').at(-1)), 'content').at(-1))
}

function explicitMarkers(body: Fields): number {
  let count = 0
  for (const value of [...listAt(body, 'tools'), ...listAt(body, 'system')]) {
    if (isObject(bodyOf(value).cache_control)) count++
  }
  for (const { block } of placedBlocks(body)) if (isObject(block.cache_control)) count++
  return count
}
