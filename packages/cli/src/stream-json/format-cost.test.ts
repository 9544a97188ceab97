import { describe, expect, it } from 'vitest'
import { formatStreamCost } from './stream-summary.ts'

describe('formatCost', () => {
  it.each([
    ['$0.0421', { usd: 0.0421, isKnown: true, source: 'reported' }],
    ['$12.35', { usd: 12.345_6, isKnown: true, source: 'reported' }],
    ['about $0.0001 so far', { usd: 0.0001, isKnown: true, source: 'computed' }],
    ['cost unknown', { usd: 0, isKnown: false, source: 'computed' }],
    ['more than $1.50, a model has no known price', { usd: 1.5, isKnown: false, source: 'computed' }],
  ] as const)('says %s', (words, cost) => {
    expect(formatStreamCost(cost)).toBe(words)
  })
})
