import { describe, expect, it } from 'vitest'
import { ProviderError } from '../provider/provider-error.ts'
import { createRetryPolicy, type RetryDecision } from './retry-policy.ts'

const MINUTE = 60_000

function decide(retryAfter: number | undefined, hasFallback = false): RetryDecision {
  const error = new ProviderError('rate-limited', 'slow down', { retryAfter })
  return createRetryPolicy(3)({ error, attempt: 1, hasFallback, random: () => 0 })
}

describe('createRetryPolicy', () => {
  it('waits as long as the API asks', () => {
    expect(decide(MINUTE)).toMatchObject({ kind: 'again', waitMilliseconds: MINUTE })
  })

  it('does not wait for hours: it goes to the fallback, or gives up', () => {
    expect(decide(300 * MINUTE)).toEqual({ kind: 'give-up' })
    expect(decide(300 * MINUTE, true)).toEqual({ kind: 'fallback' })
  })
})
