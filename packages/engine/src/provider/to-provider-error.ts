import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk'
import { isObject } from '@antiphon/contract'
import { ProviderError, type ProviderErrorCode } from './provider-error.ts'

/** An error of the official client as one of ours. */
export function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (signal.aborted || error instanceof APIUserAbortError)
    return new ProviderError('interrupted', 'The request was interrupted.', { cause: error })
  if (error instanceof APIConnectionError)
    return new ProviderError('connection', `The API cannot be reached: ${error.message}`, { cause: error })
  if (!(error instanceof APIError))
    return new ProviderError('connection', error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  const errorType = readErrorType(error)
  return new ProviderError(toCode(error.status, errorType), readMessage(error), {
    status: error.status,
    errorType,
    retryAfter: readRetryAfter(error.headers),
    requestId: error.requestID ?? undefined,
    cause: error,
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

/** The API's own words, without the status and JSON that the client puts around them. */
function readMessage(error: APIError): string {
  const inner = readInner(error)
  return typeof inner.message === 'string' ? inner.message : error.message
}

function readErrorType(error: APIError): string | undefined {
  const inner = readInner(error)
  return typeof inner.type === 'string' ? inner.type : undefined
}

function readInner(error: APIError): Readonly<Record<string, unknown>> {
  const body: unknown = error.error
  if (!isObject(body)) return {}
  return isObject(body.error) ? body.error : body
}

function readRetryAfter(headers: Headers | undefined): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const text = headers?.get('retry-after')
  if (text === null || text === undefined) return undefined
  const seconds = Number(text)
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return wait >= 0 ? wait : undefined
}
