import { ProviderError } from './provider-error.ts'
import { toRefusal } from './to-refusal.ts'

/**
 * An error of an official client as one of ours. It is known by what it holds and not by its class: the clients of other
 * platforms bring copies of that class of their own.
 */
export function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (signal.aborted)
    return new ProviderError('interrupted', 'The request was interrupted.', { cause: error })
  if (!isClientError(error))
    return new ProviderError('connection', error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  if (error.status === undefined && error.headers === undefined && error.error === undefined)
    return new ProviderError('connection', `The API cannot be reached: ${error.message}`, { cause: error })
  return toRefusal({
    status: error.status,
    body: error.error,
    getHeader: name => error.headers?.get(name),
    message: error.message,
    requestId: error.requestID ?? undefined,
    cause: error,
  })
}

/** What all errors of the official clients hold; without an answer of the API all of it is undefined. */
type ClientError = Error & {
  readonly status: number | undefined
  readonly headers: Headers | undefined
  readonly error: unknown
  readonly requestID?: string | null | undefined
}

function isClientError(error: unknown): error is ClientError {
  return error instanceof Error && 'status' in error && 'headers' in error && 'error' in error
}
