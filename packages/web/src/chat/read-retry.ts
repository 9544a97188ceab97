import { isObject } from '@antiphon/contract'

/** A request that failed and is going to be made again. */
export type Retry = {
  readonly attempt: number
  readonly most: number
  readonly delayMs: number
  readonly status: number | null
}

/** What an `api_retry` event tells. */
export function readRetry(event: unknown): Retry {
  const fields: Readonly<Record<string, unknown>> = isObject(event) ? event : {}
  const number = (name: string): number => (typeof fields[name] === 'number' ? fields[name] : 0)
  return {
    attempt: number('attempt'),
    most: number('max_retries'),
    delayMs: number('retry_delay_ms'),
    status: typeof fields.error_status === 'number' ? fields.error_status : null,
  }
}
