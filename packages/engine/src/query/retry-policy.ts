import type { ProviderError } from '../provider/provider-error.ts'

/** When a failed request is tried again. */
export type RetryPolicy = (failure: Failure) => RetryDecision

type Failure = {
  readonly error: ProviderError
  /** How often it was tried, this time included. */
  readonly attempt: number
  readonly hasFallback: boolean
  readonly random: () => number
}

export type RetryDecision =
  | { readonly kind: 'again'; readonly waitMilliseconds: number; readonly maxRetries: number }
  | { readonly kind: 'fallback' }
  | { readonly kind: 'give-up' }

/** Waits longer each time, as long as the API says where it does, and goes to the fallback model when it stays overloaded. */
export function createRetryPolicy(maxRetries: number = DEFAULT_RETRIES): RetryPolicy {
  return ({ error, attempt, hasFallback, random }) => {
    if (!RETRIED.has(error.code)) return { kind: 'give-up' }
    if (error.code === 'overloaded' && hasFallback && attempt >= OVERLOADS_BEFORE_FALLBACK)
      return { kind: 'fallback' }
    const isTooLong = (error.retryAfter ?? 0) > MAX_RETRY_AFTER
    if (attempt > maxRetries || isTooLong) return hasFallback ? { kind: 'fallback' } : { kind: 'give-up' }
    const backoff = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * (1 - 0.25 * random())
    return { kind: 'again', waitMilliseconds: Math.round(error.retryAfter ?? backoff), maxRetries }
  }
}

const DEFAULT_RETRIES = 10
const OVERLOADS_BEFORE_FALLBACK = 3
const FIRST_WAIT = 500
const MAX_WAIT = 32_000
/** Who would have to wait longer is told so instead: a limit of hours is for a person to wait out. */
const MAX_RETRY_AFTER = 10 * 60_000
const RETRIED: ReadonlySet<string> = new Set(['rate-limited', 'overloaded', 'server', 'connection'])
