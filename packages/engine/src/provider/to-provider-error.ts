import { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk'
import { ProviderError } from './provider-error.ts'
import { toRefusal } from './to-refusal.ts'

/** An error of an official client as one of ours. */
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
  return toRefusal({
    status: error.status,
    body: error.error,
    getHeader: name => error.headers?.get(name),
    message: error.message,
    requestId: error.requestID ?? undefined,
    cause: error,
  })
}
