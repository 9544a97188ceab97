import { isObject } from '@antiphon/contract'
import { ProviderError, type ProviderErrorCode } from './provider-error.ts'

export type RefusedAnswer = {
  /** Undefined for an error in the middle of a stream. */
  readonly status: number | undefined
  /** What the API said, as JSON where it is; `error` stands in it. */
  readonly body: unknown
  readonly getHeader: (name: string) => string | null | undefined
  /** Said where the body says nothing. */
  readonly message: string
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** What the API refused, as an error of ours: its own words, without the status and JSON around them. */
export function toRefusal({
  status,
  body,
  getHeader,
  message,
  requestId,
  cause,
}: RefusedAnswer): ProviderError {
  const inner = readInner(body)
  const errorType = typeof inner.type === 'string' ? inner.type : undefined
  const words = typeof inner.message === 'string' ? inner.message : message
  return new ProviderError(toCode(status, errorType), words, {
    ...{ status, errorType, requestId, cause },
    retryAfter: readRetryAfter(getHeader),
  })
}

function toCode(status: number | undefined, errorType: string | undefined): ProviderErrorCode {
  if (status === 401 || status === 403 || status === 402) return 'unauthorized'
  if (status === 413) return 'too-large'
  if (status === 429 || errorType === 'rate_limit_error') return 'rate-limited'
  if (status === 529 || errorType === 'overloaded_error') return 'overloaded'
  if (status === 408 || status === 409 || (status !== undefined && status >= 500)) return 'server'
  // An error in the middle of a stream has no status.
  if (status === undefined) return errorType === 'invalid_request_error' ? 'refused' : 'server'
  return 'refused'
}

function readInner(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {}
  return isObject(body.error) ? body.error : body
}

function readRetryAfter(getHeader: RefusedAnswer['getHeader']): number | undefined {
  const milliseconds = Number(getHeader('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const text = getHeader('retry-after')
  if (text === null || text === undefined) return undefined
  const seconds = Number(text)
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return wait >= 0 ? wait : undefined
}
