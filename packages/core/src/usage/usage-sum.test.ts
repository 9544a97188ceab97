import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryUsage } from '../testing/arbitrary-usage.ts'
import { addUsage, countCacheWrites, mergeUsage, NO_USAGE_SUM, toUsageSum } from './usage-sum.ts'

const usage = arbitraryUsage().map(toUsageSum)

describe('toUsageSum', () => {
  it('gives every field its place, whatever stood there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), arbitraryUsage()), value => {
        const sum = toUsageSum(value)
        expect(Object.keys(sum)).toEqual(Object.keys(NO_USAGE_SUM))
        expect(toUsageSum(sum)).toEqual(sum)
      }),
    )
  })

  it('reads null and missing fields as nothing', () => {
    expect(toUsageSum({ cache_creation: null, server_tool_use: null, service_tier: null })).toEqual(
      NO_USAGE_SUM,
    )
    expect(toUsageSum(undefined)).toEqual(NO_USAGE_SUM)
  })
})

describe('addUsage', () => {
  it('adds in any order and grouping, and nothing changes nothing', () => {
    fc.assert(
      fc.property(usage, usage, usage, (one, two, three) => {
        expect(addUsage(one, two)).toEqual(addUsage(two, one))
        expect(addUsage(addUsage(one, two), three)).toEqual(addUsage(one, addUsage(two, three)))
        expect(addUsage(one, NO_USAGE_SUM)).toEqual({ ...one, iterations: [] })
      }),
    )
  })

  it('tells of what is not the usual', () => {
    const fast = toUsageSum({ speed: 'fast', service_tier: 'batch', inference_geo: 'us' })
    expect(addUsage(fast, NO_USAGE_SUM)).toMatchObject({
      speed: 'fast',
      service_tier: 'batch',
      inference_geo: 'us',
    })
  })
})

describe('mergeUsage', () => {
  it('takes each maximum: in any order and grouping, and twice is once', () => {
    fc.assert(
      fc.property(usage, usage, usage, (one, two, three) => {
        expect(mergeUsage(one, one)).toEqual(one)
        expect(mergeUsage(one, two)).toEqual(mergeUsage(two, one))
        expect(mergeUsage(mergeUsage(one, two), three)).toEqual(mergeUsage(one, mergeUsage(two, three)))
      }),
    )
  })
})

describe('countCacheWrites', () => {
  it('never loses a token of what was written', () => {
    fc.assert(
      fc.property(usage, sum => {
        const { total, for5m, for1h } = countCacheWrites(sum)
        expect(for5m + for1h).toBe(total)
        expect(total).toBeGreaterThanOrEqual(sum.cache_creation_input_tokens)
      }),
    )
  })
})
