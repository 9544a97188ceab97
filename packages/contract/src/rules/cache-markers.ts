import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { isObject } from '../json.ts'
import { apiPath, blockPath } from '../request/block-path.ts'
import { type CacheMarked, cacheMarked } from '../request/cache-marked.ts'
import { blocksOfType, viewRequest } from '../request/request-view.ts'
import type { Finding, Rule } from '../rule.ts'

/** Where the prompt cache is cut. CAC-02 is reported as EMP-05 and THK-15, which have its texts. */
export const cacheMarkerRules: readonly Rule[] = [
  {
    id: 'EMP-05',
    title: 'No empty text carries a cache marker.',
    level: 'well-formed',
    confidence: 'A',
    check: emptyMarked,
  },
  {
    id: 'CAC-01',
    title: 'There are not more cache markers than the API takes.',
    level: 'well-formed',
    confidence: 'A',
    check: count,
  },
  {
    id: 'CAC-03',
    title: 'A cache marker is ephemeral and lives 5m or 1h.',
    level: 'well-formed',
    confidence: 'C',
    check: values,
  },
  {
    id: 'CAC-04',
    title: 'No longer-lived cache marker comes after a shorter-lived one.',
    level: 'well-formed',
    confidence: 'A',
    check: order,
  },
  {
    id: 'CAC-06',
    title: 'A cache marker has no other field.',
    level: 'well-formed',
    confidence: 'B',
    check: extraKeys,
  },
]

function* emptyMarked(request: ApiRequest): Generator<Finding> {
  for (const view of [...viewRequest(request).system, ...blocksOfType(request, 'text')]) {
    if (view.type !== 'text' || view.block.text !== '' || view.block.cache_control == null) continue
    const place = view.message === -1 ? apiPath(view) : `${apiPath(view)}.text`
    yield { path: blockPath(view), message: `${place}: cache_control cannot be set for empty text blocks` }
  }
}

function* count(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const found = cacheMarked(request)
  const limit = target.limits.cacheMarkers
  const surplus = found[limit]
  if (surplus === undefined) return
  const message = `A maximum of ${limit} blocks with cache_control may be provided. Found ${found.length}.`
  yield { path: surplus.path, message }
}

function* values(request: ApiRequest): Generator<Finding> {
  for (const { path, apiPath, marker } of cacheMarked(request)) {
    if (!isObject(marker)) yield { path, message: `${apiPath}: Input should be an object` }
    else if (marker.type !== 'ephemeral') {
      yield { path: `${path}.type`, message: `${apiPath}.type: Input should be 'ephemeral'` }
    } else if (marker.ttl !== undefined && marker.ttl !== '5m' && marker.ttl !== '1h') {
      yield { path: `${path}.ttl`, message: `${apiPath}.ttl: Input should be '5m' or '1h'` }
    }
  }
}

function* order(request: ApiRequest): Generator<Finding> {
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
}

function isLong({ marker }: CacheMarked): boolean {
  return isObject(marker) && marker.ttl === '1h'
}

function* extraKeys(request: ApiRequest): Generator<Finding> {
  for (const { path, apiPath, marker } of cacheMarked(request)) {
    if (!isObject(marker)) continue
    for (const key of Object.keys(marker)) {
      if (key === 'type' || key === 'ttl' || marker[key] === undefined) continue
      const message = `${apiPath}.ephemeral.${key}: Extra inputs are not permitted`
      yield { path: `${path}.${key}`, message }
    }
  }
}
