import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { apiPath, blockPath } from '../request/block-path.ts'
import { type CacheMarked, cacheMarked } from '../request/cache-marked.ts'
import { blocksOfType, placedBlocks, viewRequest } from '../request/request-view.ts'
import { type Checks, extraInput, finding } from '../rule.ts'
import { PLATFORMS } from '../tables/platforms.ts'
import { bodyOf, type Fields, listAt } from './parameters/request-parts.ts'

/** Where the prompt cache is cut. CAC-02 is reported as EMP-05 and THK-15, which have its texts. */
export const cacheMarkerChecks: Checks = {
  *'EMP-05'(request) {
    for (const view of [...viewRequest(request).system, ...blocksOfType(request, 'text')]) {
      if (view.type !== 'text' || view.block.text !== '' || view.block.cache_control == null) continue
      const place = view.message === -1 ? apiPath(view) : `${apiPath(view)}.text`
      yield { path: blockPath(view), message: `${place}: cache_control cannot be set for empty text blocks` }
    }
  },
  *'CAC-01'(request, target) {
    const found = cacheMarked(request)
    const limit = target.limits.cacheMarkers
    const surplus = found[limit]
    if (surplus === undefined) return
    const message = `A maximum of ${limit} blocks with cache_control may be provided. Found ${found.length}.`
    yield { path: surplus.path, message }
  },
  *'CAC-03'(request) {
    for (const { path, apiPath, marker } of cacheMarked(request)) {
      if (!isObject(marker)) yield finding(path, 'Input should be an object', apiPath)
      else if (marker.type !== 'ephemeral') {
        yield finding(`${path}.type`, "Input should be 'ephemeral'", `${apiPath}.type`)
      } else if (marker.ttl !== undefined && marker.ttl !== '5m' && marker.ttl !== '1h') {
        yield finding(`${path}.ttl`, "Input should be '5m' or '1h'", `${apiPath}.ttl`)
      }
    }
  },
  *'CAC-04'(request) {
    let hasShort = false
    for (const marked of cacheMarked(request)) {
      if (!isLong(marked)) hasShort = true
      else if (hasShort) {
        const rule = "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block"
        const note = 'Note that blocks are processed in the following order: `tools`, `system`, `messages`.'
        yield finding(`${marked.path}.ttl`, `${rule}. ${note}`)
      }
    }
  },
  *'CAC-06'(request) {
    for (const { path, apiPath, marker } of cacheMarked(request)) {
      if (!isObject(marker)) continue
      for (const key of Object.keys(marker)) {
        if (key === 'type' || key === 'ttl' || marker[key] === undefined) continue
        yield extraInput(`${path}.${key}`, `${apiPath}.ephemeral.${key}`)
      }
    }
  },
}

/** CAC-05: the marker that the API places by itself. */
export const automaticCachingChecks: Checks = {
  *'CAC-05'(request, target) {
    const body = bodyOf(request)
    if (!isObject(body.cache_control)) return
    if (!PLATFORMS[target.platform].topLevelCacheControl) {
      yield extraInput('cache_control')
      return
    }
    const last = lastBlock(request).cache_control
    if (isObject(last)) {
      // With the same lifetime the automatic marker is the one that is already there.
      if (lifetime(last) === lifetime(body.cache_control)) return
      yield finding('cache_control', 'the last block is marked with another ttl')
      return
    }
    const found = explicitMarkers(request)
    const most = target.limits.cacheMarkers
    if (found < most) return
    const message = `A maximum of ${most} blocks with cache_control may be provided. Found ${found + 1}.`
    yield { path: 'cache_control', message }
  },
}

function isLong({ marker }: CacheMarked): boolean {
  return isObject(marker) && marker.ttl === '1h'
}

function lifetime(marker: Fields): unknown {
  return marker.ttl ?? '5m'
}

function lastBlock(request: ApiRequest): Fields {
  return bodyOf(listAt(listAt(request, 'messages').at(-1), 'content').at(-1))
}

function explicitMarkers(request: ApiRequest): number {
  const blocks = placedBlocks(request).map(({ block }) => block)
  const holders = [...listAt(request, 'tools'), ...listAt(request, 'system'), ...blocks]
  return holders.filter(holder => isObject(bodyOf(holder).cache_control)).length
}
