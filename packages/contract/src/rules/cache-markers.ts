import { isObject } from '../json.ts'
import { apiPath, blockPath } from '../request/block-path.ts'
import { type CacheMarked, cacheMarked } from '../request/cache-marked.ts'
import { blocksOfType, viewRequest } from '../request/request-view.ts'
import type { Checks } from '../rule.ts'

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
      if (!isObject(marker)) yield { path, message: `${apiPath}: Input should be an object` }
      else if (marker.type !== 'ephemeral') {
        yield { path: `${path}.type`, message: `${apiPath}.type: Input should be 'ephemeral'` }
      } else if (marker.ttl !== undefined && marker.ttl !== '5m' && marker.ttl !== '1h') {
        yield { path: `${path}.ttl`, message: `${apiPath}.ttl: Input should be '5m' or '1h'` }
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
        const path = `${marked.path}.ttl`
        yield { path, message: `${path}: ${rule}. ${note}` }
      }
    }
  },
  *'CAC-06'(request) {
    for (const { path, apiPath, marker } of cacheMarked(request)) {
      if (!isObject(marker)) continue
      for (const key of Object.keys(marker)) {
        if (key === 'type' || key === 'ttl' || marker[key] === undefined) continue
        const message = `${apiPath}.ephemeral.${key}: Extra inputs are not permitted`
        yield { path: `${path}.${key}`, message }
      }
    }
  },
}

function isLong({ marker }: CacheMarked): boolean {
  return isObject(marker) && marker.ttl === '1h'
}
